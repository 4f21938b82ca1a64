import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { readReport } from "../../../convex/rules/reports.ts";
import { toTurnStatus } from "../../../convex/rules/turnReport.ts";
import { randomRuns } from "../../support/random-runs.ts";
import { slowTurns } from "../../support/slow-turns.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const dayMs = 86_400_000;
const start = Date.parse("2026-03-10T15:00:00Z");

/** Days around now: picked ones, or moments of the clock near midnight in either zone. */
const date = fc
  .integer({ min: -45, max: 20 })
  .map((days) => new Date(start + days * dayMs).toISOString().slice(0, 10));
const moment = fc.oneof(
  date,
  fc
    .tuple(date, fc.constantFrom("00:00:00", "06:59:59", "07:00:00", "23:30:00"))
    .map(([day, time]) => `${day}T${time}Z`),
);
const maybe = fc.option(moment, { nil: null });
const planned = fc.option(date, { nil: null, freq: 4 });

/** Days that the work may just fit or not. */
const soon = fc
  .integer({ min: 0, max: 16 })
  .map((days) => new Date(start + days * dayMs).toISOString().slice(0, 10));

const operation = fc.record({
  kind: fc.constantFrom(
    ...(["plan", "plan", "plan", "assign", "assignAll", "task", "task", "task", "unit"] as const),
    ...(["deleteTask", "project", "time", "note", "order", "clock", "block", "block"] as const),
    ...(["trash", "job"] as const),
  ),
  pick: fc.nat(1000),
  plan: fc.record(
    {
      moveOutDate: planned,
      readyByDate: fc.oneof(planned, soon),
      moveInDate: planned,
      monthlyRent: fc.option(fc.integer({ min: 0, max: 500_000 }).map((cents) => cents / 100)),
    },
    { requiredKeys: [] },
  ),
  dates: fc.record(
    { startDate: maybe, dueDate: maybe, completionDate: maybe },
    { requiredKeys: [] },
  ),
  status: fc.constantFrom("not_started", "in_progress", "completed"),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;
type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;

async function carryOut(workspace: Workspace, op: Operation): Promise<unknown> {
  const { t, manager, supervisor, templateIds } = workspace;
  const pick = <Row>(rows: readonly Row[]) => rows[op.pick % Math.max(rows.length, 1)];
  const projects = await rowsOf(t, "projects");
  // Records of a project in the trash have no mark of their own.
  const isReached = ({ projectId }: { projectId: string }) =>
    projects.some(({ _id }) => _id === projectId);
  const unit = pick((await rowsOf(t, "units")).filter(isReached));
  const task = pick((await rowsOf(t, "tasks")).filter(isReached));
  const project = pick(projects);
  if (unit === undefined || project === undefined) return null;
  const { _id: unitId } = unit;
  const { dueDate: _, ...unitDates } = op.dates;
  switch (op.kind) {
    case "plan":
      return await manager.mutation(api.units.update, { unitId, ...op.plan });
    case "assign":
      return await supervisor.mutation(api.tasks.assignToUnit, {
        ...{ unitId, templateIds: templateIds.slice(0, 1 + (op.pick % 3)) },
      });
    case "assignAll":
      return await supervisor.mutation(api.tasks.assignToAllUnits, {
        ...{ projectId: project._id, templateIds: templateIds.slice(2) },
      });
    case "unit": {
      const sent = op.pick % 2 === 0 ? unitDates : { status: op.status };
      return await supervisor.mutation(api.units.update, { unitId, ...sent });
    }
    case "project": {
      const status = op.pick % 3 === 0 ? "on_hold" : "active";
      return await manager.mutation(api.projects.update, { projectId: project._id, status });
    }
    case "time": {
      const entry = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T12:20:00Z" };
      const sent = { projectId: unit.projectId, unitId, ...entry, date: "2026-03-02" };
      return await supervisor.mutation(api.timeEntries.create, sent);
    }
    case "note":
      return await supervisor.mutation(api.unitNotes.create, { unitId, content: "Door sticks" });
    case "trash":
      return await moveByTrash(workspace, op);
    case "job":
      return await t.mutation(internal.jobs.turns.keepUp, {});
    case "clock":
      vi.setSystemTime(Date.now() + (op.pick % 90) * 3_600_000);
      return null;
    case "block": {
      const blockedReason = op.pick % 3 === 0 ? null : op.pick % 2 === 0 ? "parts" : "vendor";
      if (op.pick % 4 === 0)
        return await supervisor.mutation(api.units.update, { unitId, blockedReason });
      return (
        task && (await supervisor.mutation(api.tasks.update, { taskId: task._id, blockedReason }))
      );
    }
    default:
      return await changeTask(workspace, op, task?._id);
  }
}

/** Puts a unit or a project into the trash, or restores the oldest item. */
async function moveByTrash({ t, manager }: Workspace, { pick }: Operation): Promise<unknown> {
  const [item] = await rowsOf(t, "trash");
  if (item !== undefined) return await manager.mutation(api.trash.restore, { itemId: item._id });
  const projects = await rowsOf(t, "projects");
  const { _id: projectId } = projects[pick % projects.length]!;
  if (pick % 3 === 0) return await manager.mutation(api.projects.remove, { projectId });
  const units = (await rowsOf(t, "units")).filter((unit) => unit.projectId === projectId);
  const { _id: unitId } = units[pick % units.length]!;
  return await manager.mutation(api.units.remove, { unitId });
}

async function changeTask({ t, supervisor }: Workspace, op: Operation, taskId?: string) {
  if (taskId === undefined) return null;
  if (op.kind === "deleteTask") return await supervisor.mutation(api.tasks.remove, { taskId });
  if (op.kind === "task") {
    const sent = op.pick % 2 === 0 ? op.dates : { status: op.status };
    return await supervisor.mutation(api.tasks.update, { taskId, ...sent });
  }
  const task = (await rowsOf(t, "tasks")).find(({ _id }) => _id === taskId);
  return await supervisor.mutation(api.tasks.reorder, {
    ...{ unitId: task?.unitId ?? "", taskIds: [taskId] },
  });
}

/** Returns the planned dates and rents by unit. */
async function plans({ t }: Workspace) {
  const units = await rowsOf(t, "units");
  return Object.fromEntries(
    units.map(({ _id, moveOutDate, readyByDate, moveInDate, monthlyRent }) => [
      _id,
      { moveOutDate, readyByDate, moveInDate, monthlyRent },
    ]),
  );
}

/** Checks that every answer about turns equals the one computed from the records. */
async function expectRecounted({ t, manager }: Workspace, timeZone: string): Promise<void> {
  const { turns, risk, alarms, report } = await slowTurns(t, timeZone);
  for (const { id: projectId } of await manager.query(api.projects.list, {})) {
    for (const { id, turn } of await manager.query(api.units.list, { projectId }))
      expect({ id, ...turn }).toEqual({ id, ...turns[id] });
  }
  expect(await manager.query(api.analytics.risk, {})).toMatchObject(risk);
  for (const { id: projectId } of await manager.query(api.projects.list, {}))
    expect(await manager.query(api.projects.stats, { projectId })).toMatchObject(
      alarms[projectId]!,
    );
  const read = (args: object) => manager.query(api.reports.turnStatusPage, args);
  expect(toTurnStatus(await readReport(read, {}))).toEqual(report);
}

/** Ten units in two projects, all with tasks, dates and rents. */
async function setupTurns(planOfUnits: readonly Operation["plan"][]): Promise<Workspace> {
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  const workspace = await setupWorkspace({ templates: 4 });
  const { t, manager, templateIds } = workspace;
  await t.run(async ({ db }) => {
    for (const { _id } of await db.query("sessions").collect())
      await db.patch("sessions", _id, { expire: start + 365 * dayMs });
  });
  for (const [index, templateId] of templateIds.entries()) {
    const estimatedHours = [0.4, 7.25, 16, 40][index] ?? null;
    await manager.mutation(api.taskTemplates.update, { templateId, estimatedHours });
  }
  for (const names of [
    ["101", "102", "2", "4", "5", "6", "8", "9"],
    ["7", "10"],
  ]) {
    vi.setSystemTime(Date.now() + 1);
    const { projectId } = await workspace.newProject(names);
    await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  }
  for (const [index, { _id: unitId }] of (await rowsOf(t, "units")).entries()) {
    const call = manager.mutation(api.units.update, { unitId, ...planOfUnits[index] });
    await call.catch(onlyInvalid);
  }
  return workspace;
}

function onlyInvalid(error: unknown): void {
  if ((error as { data?: { code?: string } }).data?.code !== "invalid") throw error;
}

test("after any operations turns, risk and report are those of a slow recount on every day, and no other operation changes a plan [TURN-08] [TURN-04] [TURN-05] [TURN-07] [TURN-10] [TURN-11]", async () => {
  const run = fc.asyncProperty(
    fc.constantFrom("America/Los_Angeles", "Pacific/Auckland"),
    fc.array(operation, { minLength: 10, maxLength: 10 }),
    fc.array(operation, { minLength: 10, maxLength: 20 }),
    async (timeZone, atFirst, operations) => {
      vi.stubEnv("COMPANY_TIME_ZONE", timeZone);
      const workspace = await setupTurns(atFirst.map(({ plan }) => plan));
      for (const op of operations) {
        const before = await plans(workspace);
        await carryOut(workspace, op).catch(onlyInvalid);
        if (op.kind !== "plan" && op.kind !== "trash")
          expect(await plans(workspace)).toEqual(before);
      }
      for (let step = 0; step < 5; step++) {
        await expectRecounted(workspace, timeZone);
        // At midnight the day ends, with the job or without it.
        if (step % 2 === 0) await workspace.t.mutation(internal.jobs.turns.keepUp, {});
        vi.setSystemTime(Date.now() + 23 * 3_600_000);
      }
    },
  );
  await fc.assert(run, { numRuns: randomRuns(5), seed: 20_260_310, endOnFailure: true });
}, 60_000);
