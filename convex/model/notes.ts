import type { Doc, Id } from "../_generated/dataModel.js";
import type { WriterCtx } from "./context.ts";
import { recordEvent } from "./events.ts";

/** Adds a note of the caller to a unit. */
export async function addNote(
  ctx: WriterCtx,
  unit: Doc<"units">,
  { content, at }: { content: string; at: number },
): Promise<Id<"unitNotes">> {
  const id = await ctx.db.insert("unitNotes", {
    unitId: unit._id,
    userId: ctx.viewer._id,
    content,
    createdAt: at,
    updatedAt: at,
  });
  await recordEvent(ctx, {
    kind: "note.added",
    at,
    projectId: unit.projectId,
    unitId: unit._id,
    noteId: id,
  });
  return id;
}
