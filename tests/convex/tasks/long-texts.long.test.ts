import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { testWithLimits } from "../../support/test-with-limits.ts";
import { type Engine, first, refusal, setupWorkspace } from "../../support/workspace.ts";

/** Nearly the longest that a row can have: a million bytes. */
const long = "x".repeat(900_000);

afterEach(() => {
  vi.useRealTimers();
});

/** Task templates as an import can leave them. */
async function addTemplates(
  t: Engine,
  count: number,
  description = long,
): Promise<Id<"taskTemplates">[]> {
  return await t.run(async ({ db }) => {
    const ids: Id<"taskTemplates">[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const template = { name: `Long ${nth}`, description, sortOrder: 1000 + nth };
      const made = { isDefault: false, createdAt: 0 };
      ids.push(await db.insert("taskTemplates", { ...template, ...made }));
    }
    return ids;
  });
}

type Place = { unitId: Id<"units">; projectId: Id<"projects"> };

async function addTasks(
  t: Engine,
  { assignedToId, ...place }: Place & { assignedToId?: Id<"users"> },
  [from, to]: [number, number],
): Promise<void> {
  await t.run(async ({ db }) => {
    for (let sortOrder = from; sortOrder < to; sortOrder += 1) {
      const task = { name: `${sortOrder}`, status: "not_started" as const, sortOrder };
      const given = assignedToId === undefined ? {} : { assignedToId };
      const times = { createdAt: 0, updatedAt: 0 };
      await db.insert("tasks", { ...place, ...task, ...given, ...times, description: long });
    }
  });
}

testWithLimits(
  "tasks with long texts are assigned to all units of a project, in steps [ASSIGN-18] [LIMIT-09]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(Array.from({ length: 7 }, (_, at) => `${at}`));
    const templateIds = await addTemplates(t, 3);
    vi.useFakeTimers();

    const sent = { projectId, templateIds };
    const { pending } = await manager.mutation(api.tasks.assignToAllUnits, sent);
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    const assignmentId = pending!;
    expect(await manager.query(api.tasks.assignment, { assignmentId })).toEqual({
      ...{ status: "done", created: 21, skipped: 0, unitCount: 7 },
    });
    expect(await manager.query(api.tasks.list, { unitId: unitIds[6]! })).toHaveLength(3);
  },
);

test("a unit takes no more tasks when theirs are as much text as can be read at once [LIMIT-09]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  const templateIds = await addTemplates(t, 2);
  await addTasks(t, { projectId, unitId }, [0, 5]);
  const assign = async (ids: Id<"taskTemplates">[]) =>
    await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds: ids });

  expect(await assign(templateIds.slice(0, 1))).toHaveLength(1);
  const full = refusal("invalid", "The tasks of unit 101 are too long for another one");
  await expect(assign(templateIds)).rejects.toMatchObject(full);
  await expect(
    manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds }),
  ).rejects.toMatchObject(full);
});

test("a unit with too much text from before holds up no assignment of what it has already [ASSIGN-18] [LIMIT-09]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101", "102"]);
  const [unitId, next] = [unitIds[0]!, unitIds[1]!];
  const templateIds = await addTemplates(t, 3, "short");
  await addTasks(t, { projectId, unitId }, [0, 8]);
  await t.run(async ({ db }) => {
    const tasks = await db.query("tasks").collect();
    for (const [at, templateId] of templateIds.entries())
      await db.patch("tasks", tasks[at]!._id, { templateId });
    await db.patch("units", unitId, { totalTasks: tasks.length });
  });

  vi.useFakeTimers();
  const { pending } = await manager.mutation(api.tasks.assignToAllUnits, {
    projectId,
    templateIds,
  });
  await t.finishAllScheduledFunctions(vi.runAllTimers);
  expect(await manager.query(api.tasks.assignment, { assignmentId: pending! })).toMatchObject({
    ...{ status: "done", created: 3, skipped: 3 },
  });
  expect(await manager.query(api.tasks.list, { unitId: next })).toHaveLength(3);
  const further = await addTemplates(t, 1, "short");
  await expect(
    manager.mutation(api.tasks.assignToUnit, { unitId, templateIds: [...templateIds, ...further] }),
  ).rejects.toMatchObject(refusal("invalid", "The tasks of unit 101 are too long for another one"));
});

testWithLimits(
  "a unit with more text in its tasks than an answer can have is shown with the first of them [LIMIT-09]",
  async () => {
    const { t, manager, supervisor, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(["101", "102"]);
    const [unitId, next] = [unitIds[0]!, unitIds[1]!];
    const place = { projectId, unitId, assignedToId: supervisor.userId };
    for (const nth of [0, 1]) await addTasks(t, place, [nth * 10, nth * 10 + 10]);
    await addTasks(t, { projectId, unitId: next }, [0, 1]);

    const listed = await manager.query(api.tasks.list, { unitId });
    expect(listed.map(({ name }) => Number(name))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const page = await supervisor.query(api.board.page, { projectId });
    expect(page.rows.map(({ tasks }) => tasks.length)).toEqual([9]);
    const rest = await supervisor.query(api.board.page, { projectId, after: page.next! });
    expect(rest).toMatchObject({ rows: [{ tasks: [{ name: "0" }] }], next: null });
    const { rows } = await supervisor.query(api.board.opening, { projectId });
    expect(rows.map(({ tasks }) => tasks.length)).toEqual([9]);
    const { noDate } = await supervisor.query(api.myDay.mine, {});
    expect(noDate.map(({ tasks }) => tasks.length)).toEqual([9]);
    const report = await manager.query(api.reports.taskDetailsPage, { projectId });
    expect(report.parts.map(({ tasks }) => tasks.length)).toEqual([9]);
  },
);

testWithLimits(
  "a page of the board ends before its end where the texts of its tasks are long [LIMIT-09]",
  async () => {
    const { t, supervisor, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(Array.from({ length: 11 }, (_, at) => `${at}`));
    for (const unitId of unitIds.slice(0, 10)) await addTasks(t, { projectId, unitId }, [0, 2]);
    const [whole] = await supervisor.query(api.board.pages, { projectId });

    const counts: number[] = [];
    let { after } = whole!;
    const { through } = whole!;
    while (after !== through) {
      const page = await supervisor.query(api.board.page, { projectId, after, through });
      counts.push(page.rows.length);
      after = page.next!;
    }
    expect(counts).toEqual([3, 3, 3, 1]);
  },
);

test("the master task list takes as much text as can be read with all its tasks [LIMIT-09]", async () => {
  const { t, manager } = await setupWorkspace();
  const [templateId = ""] = await addTemplates(t, 4);
  const [other = ""] = await addTemplates(t, 1, "x".repeat(585_000));
  const rest = { name: "Rest", description: "x".repeat(9_000) };
  const change = api.taskTemplates.update;
  const full = refusal("invalid", "The descriptions of the master task list are too long");

  await expect(manager.mutation(api.taskTemplates.create, rest)).rejects.toMatchObject(full);
  await manager.mutation(change, { templateId: other, description: "Short" });
  await manager.mutation(api.taskTemplates.create, rest);
  await manager.mutation(change, { templateId, description: "Short" });
});

testWithLimits(
  "a person is deleted who has many open tasks with long texts [OP-05] [LIMIT-09]",
  async () => {
    const { t, admin, supervisor, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(["101"]);
    await t.run(async ({ db }) => await db.patch("projects", projectId, { description: long }));
    const assignedToId = supervisor.userId;
    for (const unitId of unitIds) await addTasks(t, { projectId, unitId, assignedToId }, [0, 6]);
    vi.useFakeTimers();

    await admin.mutation(api.users.remove, { userId: assignedToId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    const tasks = await t.run(async ({ db }) => {
      const given = db
        .query("tasks")
        .withIndex("assignedToId_status_dueDate", (q) => q.eq("assignedToId", assignedToId));
      return await given.take(1);
    });
    expect(tasks).toEqual([]);
  },
);
