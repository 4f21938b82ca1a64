import type { Doc, Id } from "../../_generated/dataModel.js";
import { tidied } from "../../lib/texts.ts";
import { bothTexts } from "../../rules/overtaken.ts";
import { type ActTime, momentOf } from "../context/actTimes.ts";
import type { QueryCtx, WriterCtx } from "../context/context.ts";
import { changesOf, recordEvent } from "../history/events.ts";
import { laterActs } from "../history/laterActs.ts";
import { addTrashItem } from "../history/trashItems.ts";

/** The maximum number of characters of a note that the trash shows as its name. */
const maxName = 120;

/** Adds a note of the caller to a unit. */
export async function addNote(
  ctx: WriterCtx,
  unit: Doc<"units">,
  { content, time }: { content: string; time: ActTime },
): Promise<Id<"unitNotes">> {
  const at = momentOf(time);
  const id = await ctx.db.insert("unitNotes", {
    unitId: unit._id,
    userId: ctx.viewer._id,
    content,
    createdAt: at,
    updatedAt: at,
  });
  await recordEvent(ctx, {
    kind: "note.added",
    ...time,
    projectId: unit.projectId,
    unitId: unit._id,
    noteId: id,
    changes: changesOf({}, { content }),
  });
  return id;
}

/**
 * Replaces the text of a note and returns the updated note; its author stays. If its writer had not seen the present
 * text, judged by `base` or by the time of writing, the note keeps both texts.
 */
export async function updateNote(
  ctx: WriterCtx,
  note: Doc<"unitNotes">,
  { content: sent, base, time }: { content: string; base?: string | undefined; time: ActTime },
): Promise<Doc<"unitNotes">> {
  // Notes of earlier versions are stored as they were typed.
  const wasSeen =
    base === undefined
      ? !(await wasEditedLater(ctx, note, time))
      : tidied(base) === tidied(note.content);
  const content = wasSeen ? sent : bothTexts(note.content, sent);
  if (content === note.content) return note;
  // A different time marks a note as edited, so `updatedAt` differs even within the millisecond of its creation.
  const updatedAt = Math.max(momentOf(time), note.createdAt + 1, note.updatedAt);
  await ctx.db.patch("unitNotes", note._id, { content, updatedAt });
  await recordEvent(ctx, {
    ...{ kind: "note.updated", ...time, ...(await subjectOf(ctx, note)) },
    changes: changesOf(note, { content }),
  });
  return { ...note, content, updatedAt };
}

/** Deletes a note, unless it was edited elsewhere after the time of the deletion. */
export async function deleteNote(
  ctx: WriterCtx,
  note: Doc<"unitNotes">,
  time: ActTime,
): Promise<void> {
  const isOvertaken = await wasEditedLater(ctx, note, time);
  const subject = await subjectOf(ctx, note);
  const eventId = await recordEvent(ctx, {
    ...{ kind: "note.removed", ...time, ...subject },
    ...(isOvertaken ? { overtaken: [] } : { changes: changesOf(note, { content: null }) }),
  });
  if (isOvertaken) return;
  const trashId = await addTrashItem(ctx, {
    ...{ kind: "note", recordId: note._id, name: beginningOf(note.content), eventId },
    ...{ unitId: note.unitId, ...(subject.projectId && { projectId: subject.projectId }) },
  });
  await ctx.db.patch("unitNotes", note._id, { trashId });
}

/** The beginning of a note, which is its name in the trash. */
function beginningOf(content: string): string {
  const words = content.replaceAll(/\s+/gu, " ").trim();
  const letters = Array.from(words);
  return letters.length > maxName ? `${letters.slice(0, maxName).join("")}…` : words;
}

async function wasEditedLater(
  ctx: WriterCtx,
  { _id: noteId, unitId }: Doc<"unitNotes">,
  time: ActTime,
): Promise<boolean> {
  return (await laterActs(ctx, { kind: "note.updated", unitId, noteId }, time)).length > 0;
}

/** The subject of a note's history. */
async function subjectOf(ctx: QueryCtx, { _id, unitId }: Doc<"unitNotes">) {
  const unit = await ctx.db.get("units", unitId);
  return { ...(unit === null ? {} : { projectId: unit.projectId }), unitId, noteId: _id };
}
