import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import { addToTallies, type Place } from "./tallies.ts";
import { addTotals, type TaskTotals, type TallyKind } from "./waitingCounts.ts";

/**
 * The minimum age of a row in milliseconds. Beside a younger row an older one may not be committed yet; a mutation
 * takes a second at most.
 */
const youngestMs = 5_000;
/**
 * The maximum numbers of rows and changes that one transaction adds to the counts: about 20 ms on the embedded host.
 */
const mostRows = 100;
const mostChanges = 400;

type Changes = {
  totals: Map<Id<"projects">, TaskTotals>;
  tallies: Map<string, { place: Place; changes: { slot: number; by: number }[] }>;
};

/**
 * Adds the oldest waiting changes to the counts of projects and to tallies. No displayed number changes, because
 * readers add waiting changes. `isMore` is true when more rows are due, `isWaiting` when rows may become due later.
 */
export async function settleCounts(
  ctx: MutationCtx,
  now: number,
): Promise<{ isMore: boolean; isWaiting: boolean }> {
  const due = await dueRows(ctx, now);
  const rows = firstRows(due);
  const { totals, tallies } = together(rows);
  for (const [projectId, added] of totals) await addToProject(ctx, projectId, added);
  for (const { place, changes } of tallies.values()) await addToTallies(ctx, place, changes);
  for (const { _id } of rows) await ctx.db.delete("waitingCounts", _id);
  return {
    isMore: rows.length < due.length || due.length === mostRows,
    // Rows were due, so people are at work. Otherwise only the first young row is read: a longer read would conflict
    // with every ticked task.
    isWaiting: rows.length > 0 || (await ctx.db.query("waitingCounts").first()) !== null,
  };
}

/**
 * The waiting rows that are old enough. Creation times never go back, but a clock may: rows from before a clock was set
 * back lie in its future, and so do rows that are written until it has caught up. They are due too.
 */
async function dueRows(ctx: MutationCtx, now: number): Promise<Doc<"waitingCounts">[]> {
  const old = await ctx.db
    .query("waitingCounts")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - youngestMs))
    .take(mostRows);
  if (old.length === mostRows) return old;
  const ahead = await ctx.db
    .query("waitingCounts")
    .withIndex("by_creation_time", (q) => q.gt("_creationTime", now + youngestMs))
    .take(mostRows - old.length);
  return [...old, ...ahead];
}

/** The first rows whose changes fit one transaction; at least one row. */
function firstRows(due: readonly Doc<"waitingCounts">[]): readonly Doc<"waitingCounts">[] {
  let changes = 0;
  const end = due.findIndex(({ tallies }) => (changes += 1 + tallies.length) > mostChanges);
  return end === -1 ? due : due.slice(0, Math.max(1, end));
}

function together(rows: readonly Doc<"waitingCounts">[]): Changes {
  const changes: Changes = { totals: new Map(), tallies: new Map() };
  for (const row of rows) {
    const { projectId } = row;
    if (projectId !== undefined && row.hasTotals) {
      const totals = changes.totals.get(projectId) ?? { totalTasks: 0, completedTasks: 0 };
      changes.totals.set(projectId, totals);
      addTotals(totals, row);
    }
    for (const { kind, slot, by } of row.tallies)
      for (const place of projectId === undefined ? [undefined] : [undefined, projectId])
        changesOf(changes, place, kind).push({ slot, by });
  }
  return changes;
}

function changesOf({ tallies }: Changes, projectId: Place["projectId"], kind: TallyKind) {
  const key = `${projectId} ${kind}`;
  const known = tallies.get(key) ?? { place: { projectId, kind }, changes: [] };
  tallies.set(key, known);
  return known.changes;
}

async function addToProject(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  added: TaskTotals,
): Promise<void> {
  const row = await ctx.db
    .query("projectCounts")
    .withIndex("projectId", (q) => q.eq("projectId", projectId))
    .unique();
  const { totalTasks, completedTasks } = row ?? { totalTasks: 0, completedTasks: 0 };
  const totals = { totalTasks, completedTasks };
  addTotals(totals, added);
  if (row !== null) await ctx.db.patch("projectCounts", row._id, totals);
  // The last changes of a project that is removed for good may arrive after its counts are deleted. A project in the
  // trash may be restored.
  else if ((await withTrash(ctx).db.get("projects", projectId)) !== null)
    await ctx.db.insert("projectCounts", { projectId, ...totals });
}
