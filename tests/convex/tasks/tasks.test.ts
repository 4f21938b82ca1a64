import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, first, refusal, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const now = "2025-07-16T10:00:00.000Z";
const past = "2025-07-01T12:00:00.000Z";
const later = "2025-07-30T12:00:00.000Z";

async function setupTask() {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(now) });
  const workspace = await setupWorkspace({ templates: 1 });
  const { projectId, unitId, taskIds } = await workspace.newUnitWithTasks();
  const taskId = first(taskIds);
  const update = async (fields: Record<string, string | null>) =>
    await workspace.manager.mutation(api.tasks.update, { taskId, ...fields });
  return { ...workspace, projectId, unitId, taskId, update };
}

const ways: Record<string, Record<string, string | null>> = {
  not_started: {},
  in_progress: { status: "in_progress", startDate: past },
  completed: { status: "completed", startDate: past, completionDate: past },
};

const transitions = [
  {
    id: "[DETAIL-08]",
    from: "not_started",
    sent: { status: "completed" },
    status: "completed",
    start: null,
    end: now,
  },
  {
    id: "[DETAIL-08]",
    from: "in_progress",
    sent: { status: "completed" },
    status: "completed",
    start: past,
    end: now,
  },
  {
    id: "[DETAIL-08]",
    from: "completed",
    sent: { status: "completed" },
    status: "completed",
    start: past,
    end: now,
  },
  {
    id: "[OP-24]",
    from: "in_progress",
    sent: { status: "completed", completionDate: past },
    status: "completed",
    start: past,
    end: past,
  },
  {
    id: "[DETAIL-09]",
    from: "not_started",
    sent: { status: "in_progress" },
    status: "in_progress",
    start: now,
    end: null,
  },
  {
    id: "[DETAIL-09]",
    from: "in_progress",
    sent: { status: "in_progress" },
    status: "in_progress",
    start: now,
    end: null,
  },
  {
    id: "[DETAIL-09]",
    from: "completed",
    sent: { status: "in_progress" },
    status: "in_progress",
    start: now,
    end: null,
  },
  {
    id: "[OP-24]",
    from: "completed",
    sent: { status: "in_progress", startDate: past },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[DETAIL-10]",
    from: "in_progress",
    sent: { status: "not_started" },
    status: "not_started",
    start: null,
    end: null,
  },
  {
    id: "[DETAIL-10]",
    from: "completed",
    sent: { status: "not_started" },
    status: "not_started",
    start: null,
    end: null,
  },
  {
    id: "[DETAIL-11]",
    from: "not_started",
    sent: { completionDate: past },
    status: "completed",
    start: null,
    end: past,
  },
  {
    id: "[DETAIL-11]",
    from: "in_progress",
    sent: { completionDate: "2025-07-01" },
    status: "completed",
    start: past,
    end: past,
  },
  {
    id: "[DETAIL-12]",
    from: "completed",
    sent: { completionDate: null },
    status: "in_progress",
    start: past,
    end: null,
  },
  {
    id: "[DETAIL-12]",
    from: "not_started",
    sent: { completionDate: "" },
    status: "in_progress",
    start: null,
    end: null,
  },
  {
    id: "[DETAIL-13]",
    from: "not_started",
    sent: { startDate: past },
    status: "not_started",
    start: past,
    end: null,
  },
  {
    id: "[DETAIL-13]",
    from: "completed",
    sent: { startDate: null },
    status: "completed",
    start: null,
    end: past,
  },
  {
    id: "[DETAIL-13]",
    from: "in_progress",
    sent: { startDate: "" },
    status: "in_progress",
    start: null,
    end: null,
  },
  {
    id: "[DETAIL-13]",
    from: "completed",
    sent: { dueDate: later },
    status: "completed",
    start: past,
    end: past,
  },
  {
    id: "[DETAIL-13]",
    from: "in_progress",
    sent: { dueDate: null },
    status: "in_progress",
    start: past,
    end: null,
  },
  { id: "[API-20]", from: "in_progress", sent: {}, status: "in_progress", start: past, end: null },
] as const;

const titled = transitions.map((row) => {
  const title = `${row.id} a task that is ${row.from}, sent ${JSON.stringify(row.sent)}, is ${row.status}`;
  return [title, row] as const;
});

test.each(titled)("%s", async (_, { from, sent, status, start, end }) => {
  const { manager, unitId, update } = await setupTask();
  await update(ways[from] ?? {});

  const task = await update(sent);

  const [stored] = await manager.query(api.tasks.list, { unitId });
  expect(task).toMatchObject({ baseStatus: status, startDate: start, completionDate: end });
  expect(stored).toEqual(task);
});

test.each([
  ["overdue as a status [DETAIL-05]", { status: "overdue" }],
  ["completed without a completion date [OP-24]", { status: "completed", completionDate: null }],
  ["in progress with a completion date [OP-24]", { status: "in_progress", completionDate: past }],
  ["not started with a completion date [OP-24]", { status: "not_started", completionDate: past }],
  ["not started with a start date [OP-24]", { status: "not_started", startDate: past }],
  ["a date that is none [VALID-20]", { dueDate: "soon" }],
  ["a month that does not exist [VALID-20]", { startDate: "2025-13-01T00:00:00Z" }],
])("%s is refused and changes nothing", async (_, sent) => {
  const { t, update } = await setupTask();
  const before = await everything(t);

  await expect(update(sent)).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test.each([
  ["yesterday", "2025-07-15T23:59:59.999Z", "overdue"],
  ["today", "2025-07-16T00:00:00.000Z", "not_started"],
  ["tomorrow", "2025-07-17", "not_started"],
])("an open task due %s (%s) is shown as %s [OP-26]", async (_, dueDate, status) => {
  const { update } = await setupTask();

  const task = await update({ dueDate });

  expect(task).toMatchObject({ status, baseStatus: "not_started" });
});

test("today is that of the company's time zone [OP-26]", async () => {
  const { manager, unitId, update } = await setupTask();
  await update({ dueDate: "2025-07-16T09:00:00.000Z" });
  vi.setSystemTime(Date.parse("2025-07-17T03:00:00.000Z"));
  const statusIn = async (timeZone: string) => {
    vi.stubEnv("COMPANY_TIME_ZONE", timeZone);
    return first(await manager.query(api.tasks.list, { unitId })).status;
  };

  expect(await statusIn("UTC")).toBe("overdue");
  expect(await statusIn("America/Los_Angeles")).toBe("not_started");
});

test("a completed task is never overdue [OP-26]", async () => {
  const { update } = await setupTask();
  await update({ dueDate: past });

  const task = await update({ status: "completed" });

  expect(task).toMatchObject({ status: "completed", baseStatus: "completed" });
});

test("tasks are listed by sort order, then age, then name [DATA-20]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  await t.run(async (ctx) => {
    for (const [name, sortOrder, createdAt] of [
      ["E", 2, 1],
      ["D", 1, 9],
      ["C", 1, 5],
      ["B", 1, 5],
      ["A", 0, 9],
    ] as const) {
      const task = { unitId, projectId, name, sortOrder, createdAt, updatedAt: createdAt };
      await ctx.db.insert("tasks", { ...task, status: "not_started" });
    }
  });

  const tasks = await manager.query(api.tasks.list, { unitId });

  expect(tasks.map((task) => task.name).join("")).toBe("ABCDE");
});

test("a removed task is gone [API-21]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  const taskId = first(taskIds);

  const answer = await manager.mutation(api.tasks.remove, { taskId });

  expect(answer).toEqual({ success: true });
  expect(await manager.query(api.tasks.list, { unitId })).toHaveLength(2);
  for (const call of [
    () => manager.mutation(api.tasks.remove, { taskId }),
    () => manager.mutation(api.tasks.update, { taskId, status: "completed" }),
    () => manager.mutation(api.tasks.update, { taskId: unitId, status: "completed" }),
  ]) {
    await expect(call).rejects.toMatchObject(refusal("not_found", "Task not found"));
  }
});
