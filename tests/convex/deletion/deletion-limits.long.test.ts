import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { CountChanges } from "../../../convex/model/numbers/counts.ts";
import { insertTask } from "../../../convex/model/tasks/taskWrites.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { settleCounts } from "../../support/recount.ts";
import { testWithLimits } from "../../support/test-with-limits.ts";
import {
  emptyTrash,
  type Engine,
  first,
  rowsOf,
  setupWorkspace,
  storedRowsOf,
} from "../../support/workspace.ts";

const quarter = 15 * 60_000;

afterEach(() => {
  vi.useRealTimers();
});

type Place = { projectId: Id<"projects">; unitId: Id<"units"> };

/** Adds completed tasks to a unit. With `apart`, each has its own quarter of an hour, beginning at number `from`. */
async function addTasks(
  t: Engine,
  { projectId, unitId }: Place,
  { count, from = 0, apart = true }: { count: number; from?: number; apart?: boolean },
) {
  await t.run(async (ctx) => {
    const counts = new CountChanges();
    for (let at = from; at < from + count; at++) {
      const startDate = apart ? at * 2 * quarter : 0;
      const dates = { startDate, completionDate: startDate + quarter };
      await insertTask(ctx, counts, {
        ...{ projectId, unitId, name: "Paint", status: "completed", sortOrder: at },
        ...{ ...dates, createdAt: 0, updatedAt: 0 },
      });
    }
    await counts.apply(ctx);
  });
}

testWithLimits(
  "a project whose tasks were all done at different times is removed to the end [OP-21]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(Array.from({ length: 17 }, (_, at) => `${at}`));
    for (const [at, unitId] of unitIds.entries()) {
      await addTasks(t, { projectId, unitId }, { count: 60, from: at * 60 });
    }
    vi.useFakeTimers();

    await manager.mutation(api.projects.remove, { projectId });
    await emptyTrash(t, manager);
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(await rowsOf(t, "tasks")).toEqual([]);
    await settleCounts(t);
    expect(await rowsOf(t, "waitingCounts")).toEqual([]);
    expect(await rowsOf(t, "tallies")).toEqual([]);
    expect(await rowsOf(t, "projectRemovals")).toEqual([]);
  },
);

testWithLimits(
  "a unit with very many tasks that were all done at different times is removed to the end [OP-21]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(["101"]);
    const unitId = first(unitIds);
    for (const from of [0, 450]) await addTasks(t, { projectId, unitId }, { count: 450, from });
    vi.useFakeTimers();

    await manager.mutation(api.units.remove, { unitId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);

    expect(await rowsOf(t, "tasks")).toEqual([]);
    await expectConsistent(t);
  },
);

testWithLimits(
  "a unit with more text than one transaction may read is removed, comes back whole, and goes for good [OP-21] [TRASH-01]",
  async () => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId, unitIds } = await newProject(["101"]);
    const unitId = first(unitIds);
    const { userId } = manager;
    // The longest that a row can have: a million bytes.
    const text = "x".repeat(900_000);
    const time = { createdAt: 0, updatedAt: 0 };
    const each = 7;
    for (let nth = 0; nth < each; nth += 1)
      await t.run(async ({ db }) => {
        await db.insert("tasks", {
          ...{ unitId, projectId, name: "Paint", status: "not_started", sortOrder: nth, ...time },
          description: text,
        });
        await db.insert("timeEntries", {
          ...{ unitId, projectId, userId, startTime: nth, date: 0, ...time },
          description: text,
        });
        await db.insert("unitNotes", { unitId, userId, content: text, ...time });
      });
    const marked = async () => {
      const tables = await Promise.all(
        (["tasks", "timeEntries", "unitNotes"] as const).map(
          async (table) => await storedRowsOf(t, table),
        ),
      );
      return tables.map((rows) => rows.filter(({ trashId }) => trashId !== undefined).length);
    };
    vi.useFakeTimers();

    await manager.mutation(api.units.remove, { unitId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await marked()).toEqual([each, each, each]);

    const [item] = await storedRowsOf(t, "trash");
    await manager.mutation(api.trash.restore, { itemId: item!._id });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await marked()).toEqual([0, 0, 0]);

    await manager.mutation(api.units.remove, { unitId });
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    await emptyTrash(t, manager);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await storedRowsOf(t, "unitNotes")).toEqual([]);
    expect(await storedRowsOf(t, "tasks")).toEqual([]);
    expect(await storedRowsOf(t, "timeEntries")).toEqual([]);
  },
);

test("what is left of a removed unit goes also when its project is removed meanwhile [OP-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  await addTasks(t, { projectId, unitId }, { count: 600, apart: false });
  vi.useFakeTimers();

  await manager.mutation(api.units.remove, { unitId });
  await manager.mutation(api.projects.remove, { projectId });
  await t.finishAllScheduledFunctions(vi.runAllTimers);

  expect(await rowsOf(t, "tasks")).toEqual([]);
  await expectConsistent(t);
});
