import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { randomRuns } from "../../support/random-runs.ts";
import { recounted, settleCounts, storedCounts } from "../../support/recount.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

const date = fc.constantFrom(null, "2025-07-01", "2025-07-15T08:20:00Z", "2025-07-15T08:40:00Z");
const operation = fc.record({
  kind: fc.constantFrom(
    ...(["assign", "assign", "assignAll", "task", "task", "task", "task", "unit", "unit"] as const),
    ...(["deleteTask", "deleteUnit", "project", "create", "settle"] as const),
  ),
  pick: fc.nat(1000),
  taskStatus: fc.constantFrom(undefined, "not_started", "in_progress", "completed"),
  unitStatus: fc.constantFrom(undefined, "not_started", "in_progress", "completed", "on_hold"),
  startDate: fc.option(date, { nil: undefined }),
  endDate: fc.option(date, { nil: undefined, freq: 1 }),
  dueDate: fc.option(date, { nil: undefined }),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Runs one operation as a person would send it. Contradictory operations are refused and must leave no trace. */
async function carryOut(workspace: Awaited<ReturnType<typeof setupWorkspace>>, op: Operation) {
  const { t, manager, templateIds } = workspace;
  const pick = <Row>(rows: readonly Row[]) => rows[op.pick % Math.max(rows.length, 1)];
  const unit = pick(await rowsOf(t, "units"));
  const task = pick(await rowsOf(t, "tasks"));
  const project = pick(await rowsOf(t, "projects"));
  const chosen = templateIds.filter((_, index) => (op.pick >> index) % 2 === 0);
  const dates = sent({ startDate: op.startDate, completionDate: op.endDate });
  switch (op.kind) {
    case "settle":
      return await settleCounts(t);
    case "create":
      return await manager.mutation(api.projects.create, { name: "P", units: ["1", "2"] });
    case "project": {
      const status = op.unitStatus === "on_hold" ? "on_hold" : "active";
      if (project === undefined) return null;
      return await manager.mutation(api.projects.update, { projectId: project._id, status });
    }
    case "assign":
      if (unit === undefined || chosen.length === 0) return null;
      return await manager.mutation(api.tasks.assignToUnit, {
        unitId: unit._id,
        templateIds: chosen,
      });
    case "assignAll":
      if (project === undefined || chosen.length === 0) return null;
      return await manager.mutation(api.tasks.assignToAllUnits, {
        projectId: project._id,
        templateIds: chosen,
      });
    case "task":
      if (task === undefined) return null;
      return await manager.mutation(api.tasks.update, {
        taskId: task._id,
        ...dates,
        ...sent({ status: op.taskStatus, dueDate: op.dueDate }),
      });
    case "unit":
      if (unit === undefined) return null;
      return await manager.mutation(api.units.update, {
        unitId: unit._id,
        ...dates,
        ...sent({ status: op.unitStatus }),
      });
    case "deleteTask":
      if (task === undefined) return null;
      return await manager.mutation(api.tasks.remove, { taskId: task._id });
    default:
      if (unit === undefined) return null;
      return await manager.mutation(api.units.remove, { unitId: unit._id });
  }
}

test("after any operations every stored count equals a count from scratch [UNIT-05]", async () => {
  const run = fc.asyncProperty(
    fc.array(operation, { minLength: 15, maxLength: 30 }),
    async (operations) => {
      const workspace = await setupWorkspace({ templates: 4 });
      await workspace.newProject(["101", "102", "103"]);
      for (const op of operations) {
        await carryOut(workspace, op).catch((error: unknown) => {
          if ((error as { data?: { code?: string } }).data?.code !== "invalid") throw error;
        });
      }
      expect(await storedCounts(workspace.t)).toEqual(await recounted(workspace.t));
    },
  );
  await fc.assert(run, { numRuns: randomRuns(12), seed: 20_250_716, endOnFailure: true });
}, 60_000);

test("unit counts use the stored status and sum to the total [UNIT-05]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace({ templates: 4 });
  const { unitId, taskIds } = await newUnitWithTasks();
  const [one = "", two = "", three = ""] = taskIds;
  await manager.mutation(api.tasks.update, { taskId: one, status: "completed" });
  await manager.mutation(api.tasks.update, { taskId: two, status: "in_progress" });
  await manager.mutation(api.tasks.update, { taskId: three, dueDate: "2020-01-01" });

  const unit = await manager.query(api.units.get, { unitId });

  expect(unit).toMatchObject({
    totalTasks: 4,
    completedTasks: 1,
    inProgressTasks: 1,
    notStartedTasks: 2,
  });
});

function sent<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
