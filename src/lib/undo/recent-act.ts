import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { capitalised } from "../history/changes.ts";
import { actWords } from "../history/words.ts";

/** An act of the person, as the query returns it. */
export type RecentAct = FunctionReturnType<typeof api.undo.recent>["page"][number];

/** An act that can be undone: on one record, or on many. */
export type Target = { eventId: Id<"events"> } | { batchId: Id<"batches"> };

export function targetOf({ event, batchId }: Pick<RecentAct, "event" | "batchId">): Target {
  return batchId === null ? { eventId: event.id } : { batchId };
}

/** The key of an act, equal for all of its events. */
export function keyOf({ event, batchId }: RecentAct): string {
  return batchId ?? event.id;
}

/** An act in words: "Moved Paint walls to completed, and 47 more". The words leave out that it is an undo or a redo. */
export function actTitle({ event, count }: Pick<RecentAct, "event" | "count">): string {
  const words = capitalised(actWords({ ...event, undoes: null, isRedo: false }));
  // The event of a whole project already includes its units.
  const isTold = event.kind === "project.created" || event.kind === "project.removed";
  return count === 1 || isTold ? words : `${words}, and ${count - 1} more`;
}

/** The newest act of this visit that can be undone; null without one. Acts whose undo was tried in vain are skipped. */
export function undoable(
  acts: readonly RecentAct[],
  { since, inVain }: { since: number; inVain: ReadonlySet<string> },
): RecentAct | null {
  return (
    acts.find(
      (act) =>
        act.canUndo && !act.isUndo && !inVain.has(keyOf(act)) && Date.parse(act.event.at) >= since,
    ) ?? null
  );
}

/** The newest undo of this visit, unless something new was done after it. */
export function redoable(acts: readonly RecentAct[], since: number): RecentAct | null {
  for (const act of acts) {
    if (Date.parse(act.event.at) < since) return null;
    const stands = act.undoneAt === null;
    if (stands && act.isUndo) return act.canUndo ? act : null;
    if (stands && !act.isRedo) return null;
  }
  return null;
}
