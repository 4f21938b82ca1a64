import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { canChangeNote } from "../../rules/permissions.ts";
import type { QueryCtx, WriterCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { unitExists } from "../context/records.ts";

/** The maximum number of notes in the list of a unit. */
const maxNotes = 1000;

const nullableText = v.union(v.string(), v.null());

export const vUnitNote = v.object({
  id: v.id("unitNotes"),
  unitId: v.id("units"),
  userId: v.id("users"),
  content: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  userFirstName: nullableText,
  userLastName: nullableText,
  userEmail: nullableText,
});

/** A note in its public form, with its author's name, even if the author is deleted. */
export async function toNote(ctx: QueryCtx, note: Doc<"unitNotes">) {
  const author = await ctx.db.get("users", note.userId);
  return {
    id: note._id,
    unitId: note.unitId,
    userId: note.userId,
    content: note.content,
    createdAt: toIso(note.createdAt),
    updatedAt: toIso(note.updatedAt),
    userFirstName: author?.firstName ?? null,
    userLastName: author?.lastName ?? null,
    userEmail: author?.email ?? null,
  };
}

/** The notes of a unit, newest first. */
export async function listNotes(ctx: QueryCtx, unitId: Id<"units">): Promise<Doc<"unitNotes">[]> {
  const ofUnit = ctx.db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc");
  return await new ListRoom().take(ofUnit, maxNotes);
}

/** The note of a sent id; throws "not_found" when it or its unit is deleted. */
export async function requireNote(ctx: QueryCtx, sent: string): Promise<Doc<"unitNotes">> {
  const id = ctx.db.normalizeId("unitNotes", sent);
  const note = id === null ? null : await ctx.db.get("unitNotes", id);
  if (note === null || !(await unitExists(ctx, note.unitId)))
    throw new AppError("not_found", "Note not found");
  return note;
}

/** The note of a sent id; throws when it does not exist or the caller may not change it. */
export async function requireChangeableNote(
  ctx: WriterCtx,
  sent: string,
): Promise<Doc<"unitNotes">> {
  const note = await requireNote(ctx, sent);
  const { _id: id, role } = ctx.viewer;
  if (!canChangeNote({ id, role }, note)) {
    throw new AppError("forbidden", "Only its author or a manager may change this note.");
  }
  return note;
}
