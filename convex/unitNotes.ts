import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { actArgs, actTime } from "./model/context/actTimes.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce, isFirstTime } from "./model/context/requestKeys.ts";
import * as Notes from "./model/notes/notes.ts";
import * as Writes from "./model/notes/noteWrites.ts";
import { requireUnit } from "./model/projects/units.ts";
import { changeNoteInput, noteInput } from "./rules/inputs/units.ts";

/** The notes of a unit with their authors, newest first. */
export const list = staffQuery("project:read")({
  args: { unitId: v.string() },
  returns: v.array(Notes.vUnitNote),
  handler: async (ctx, { unitId }) => {
    const unit = await requireUnit(ctx, unitId);
    const notes = await Notes.listNotes(ctx, unit._id);
    return await Promise.all(notes.map((note) => Notes.toNote(ctx, note)));
  },
});

/** Adds a note of the caller to a unit. */
export const create = staffMutation("unit:write")({
  args: { unitId: v.string(), content: v.string(), ...actArgs },
  returns: Notes.vUnitNote,
  handler: async (ctx, { unitId, key, madeAt, ...sent }) => {
    const { content } = parseInput(noteInput, sent);
    const time = actTime(madeAt);
    return await answerOnce(ctx, { operation: "unitNotes:create", key }, async () => {
      const unit = await requireUnit(ctx, unitId);
      const id = await Writes.addNote(ctx, unit, { content, time });
      return await Notes.toNote(ctx, await Notes.requireNote(ctx, id));
    });
  },
});

/**
 * Replaces the text of a note. When the note no longer says `base`, because another person changed it, the new text is
 * added to it. Only its author and managers may do that.
 */
export const update = staffMutation("unit:write")({
  args: { noteId: v.string(), content: v.string(), base: v.optional(v.string()), ...actArgs },
  returns: Notes.vUnitNote,
  handler: async (ctx, { noteId, key, madeAt, ...sent }) => {
    const note = await Notes.requireChangeableNote(ctx, noteId);
    const change = { ...parseInput(changeNoteInput, sent), time: actTime(madeAt) };
    const isFirst = await isFirstTime(ctx, { operation: "unitNotes:update", key, record: noteId });
    const updated = isFirst ? await Writes.updateNote(ctx, note, change) : note;
    return await Notes.toNote(ctx, updated);
  },
});

/** Deletes a note. Only its author and managers may do that. */
export const remove = staffMutation("unit:write")({
  args: { noteId: v.string(), ...actArgs },
  returns: vDeleted,
  handler: async (ctx, { noteId, key, madeAt }) => {
    const time = actTime(madeAt);
    if (await isFirstTime(ctx, { operation: "unitNotes:remove", key, record: noteId }))
      await Writes.deleteNote(ctx, await Notes.requireChangeableNote(ctx, noteId), time);
    return { success: true as const };
  },
});
