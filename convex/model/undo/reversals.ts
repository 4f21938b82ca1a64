import { AppError, errorData, notPermitted } from "../../lib/errors.ts";
import { can, lackingForFields } from "../../rules/permissions.ts";
import type { Viewer } from "../context/context.ts";
import { existenceReversals } from "./existenceReversals.ts";
import { fieldReversals } from "./fieldReversals.ts";
import type { Event, Reversal, UndoCtx } from "./reversal.ts";

/** The reversal of each kind of act that can be undone. */
const reversals: ReadonlyMap<string, Reversal> = new Map(
  Object.entries({ ...fieldReversals, ...existenceReversals }),
);

/** The kinds of acts that can be undone. */
export const undoableKinds: readonly string[] = [...reversals.keys()];

/**
 * True for an act whose kind can be undone and whose permission the viewer has. Later changes are checked by the undo
 * itself.
 */
export function mayUndo(ctx: Viewer, event: Event): boolean {
  const reversal = reversalOf(event);
  return reversal !== null && isAllowed(ctx, reversal, event);
}

/**
 * Undoes an act and marks its event as undone; returns false when its effect no longer exists, and changes nothing
 * then.
 */
export async function takeBack(ctx: UndoCtx, event: Event): Promise<boolean> {
  const reversal = requireReversal(ctx, event);
  if (!(await reverse(ctx, reversal, event))) return false;
  await ctx.db.patch("events", event._id, { undoneAt: Date.now() });
  return true;
}

/**
 * The reversal of an act; throws "conflict" when it cannot be undone, and "forbidden" when the caller lacks its
 * permission.
 */
export function requireReversal(ctx: Viewer, event: Event): Reversal {
  const reversal = reversalOf(event);
  if (reversal === null) throw new AppError("conflict", "This cannot be undone");
  if (!isAllowed(ctx, reversal, event)) throw notPermitted();
  return reversal;
}

function reversalOf(event: Event): Reversal | null {
  const reversal = reversals.get(event.kind);
  return reversal?.fits?.(event) === false ? null : (reversal ?? null);
}

/** True for a viewer with the permission that the act itself needs. */
function isAllowed({ viewer }: Viewer, { needs }: Reversal, { kind, changes = [] }: Event) {
  if (!can(viewer.role, needs)) return false;
  if (kind !== "unit.updated") return true;
  const sent = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
  return lackingForFields(viewer.role, "units:update", sent) === null;
}

async function reverse(ctx: UndoCtx, reversal: Reversal, event: Event): Promise<boolean> {
  try {
    return await reversal.reverse({ ...ctx, whole: { ...ctx.whole, undoes: event } }, event);
  } catch (error) {
    // The record is gone, or a later change makes the write impossible.
    if (errorData(error) === null) throw error;
    return false;
  }
}
