import { vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import type { Doc } from "../../convex/_generated/dataModel.js";
import { lowLimits } from "./test-with-limits.ts";
import { type Engine, first, setupWorkspace, storedRowsOf } from "./workspace.ts";

/** The number of rows that each transaction of a test adds or counts. */
const each = 1000;

type Event = Omit<Doc<"events">, "_id" | "_creationTime" | "kind" | "at">;

/** Adds events of a task that the dashboard lists, or has listed before, in as many transactions as they need. */
export async function addEvents(t: Engine, count: number, event: Event): Promise<void> {
  for (let from = 0; from < count; from += each)
    await t.run(async ({ db }) => {
      for (let nth = from; nth < Math.min(count, from + each); nth += 1)
        await db.insert("events", { kind: "task.updated", at: nth, ...event });
    });
}

/** The number of rows of a table that may be more than one transaction reads. */
export async function count<Table extends "events" | "blocks" | "photos">(
  t: Engine,
  table: Table,
  isCounted: (row: Doc<Table>) => boolean = () => true,
): Promise<number> {
  let counted = 0;
  let after: number | null = -1;
  while (after !== null)
    after = await t.run(async ({ db }) => {
      const rows = (await db
        .query(table)
        .withIndex("by_creation_time", (q) => q.gt("_creationTime", after as never))
        .take(each)) as Doc<Table>[];
      counted += rows.filter(isCounted).length;
      return rows.at(-1)?._creationTime ?? null;
    });
  return counted;
}

/** The number of events that the dashboard lists. */
export const listed = (t: Engine) => count(t, "events", ({ inFeed }) => inFeed === true);

/** More rows than one transaction may write with lowered limits. */
const many = lowLimits.documentsWritten + 100;

/** Sets up a unit with a task that has very many listed events, blocks and photos. */
export async function setupLargeTask({ events = many, blocks = many, photos = 700 } = {}) {
  const workspace = await setupWorkspace();
  const { t, manager, newUnitWithTasks } = workspace;
  const made = await newUnitWithTasks();
  const { projectId, unitId } = made;
  const taskId = first(made.taskIds);
  await addEvents(t, events, {
    ...{ projectId, unitId, taskId, userId: manager.userId, label: "Task 1", inFeed: true },
    changes: [{ field: "status", from: "not_started", to: "completed" }],
  });
  for (let from = 0; from < blocks; from += each)
    await t.run(async ({ db }) => {
      for (let nth = from; nth < Math.min(blocks, from + each); nth += 1)
        await db.insert("blocks", {
          ...{ projectId, unitId, taskId, reason: "parts", from: nth, to: nth + 1 },
        });
    });
  await t.run(async ({ db, storage }) => {
    const storageId = await storage.store(new Blob(["x"]));
    for (let nth = 0; nth < photos; nth += 1)
      await db.insert("photos", {
        ...{ unitId, projectId, taskId, storageId, type: "progress" },
        ...{ filename: `${nth}.png`, photoDate: nth, createdAt: nth, isClean: true },
      });
  });
  vi.useFakeTimers();
  const finish = async () => await t.finishAllScheduledFunctions(vi.runAllTimers);
  const remove = () => manager.mutation(api.tasks.remove, { taskId });
  const restore = async () => {
    const itemId = first(await storedRowsOf(t, "trash"))._id;
    await manager.mutation(api.trash.restore, { itemId });
  };
  /** The numbers of the task's parts that belong to it, and not to the trash. */
  const parts = async () => ({
    listed: await listed(t),
    blocks: await count(t, "blocks", ({ trashId }) => trashId === undefined),
    photos: await count(t, "photos", (photo) => photo.taskId === taskId),
  });
  const all = { listed: events, blocks, photos };
  return { ...workspace, ...made, taskId, finish, remove, restore, parts, all };
}

export const none = { listed: 0, blocks: 0, photos: 0 };
