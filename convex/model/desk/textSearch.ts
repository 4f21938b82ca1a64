import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import type { SearchInput } from "../../rules/inputs/search.ts";
import { excerptOf } from "../../rules/search/excerpt.ts";
import { textHitPath, textHitTypes } from "../../rules/search/hitPath.ts";
import { findIn, SearchIndex } from "../../rules/search/searchIndex.ts";
import { isWordIn } from "../../rules/search/wordMatch.ts";
import { fold, wordsOf } from "../../rules/search/words.ts";
import type { QueryCtx } from "../context/context.ts";
import { type Place, Places } from "./places.ts";
import { findCandidates } from "./textReads.ts";

export const vTextHit = v.object({
  type: literals(...textHitTypes),
  id: v.union(v.id("tasks"), v.id("unitNotes")),
  name: v.string(),
  detail: v.string(),
  projectId: v.id("projects"),
  path: v.string(),
});

type TextHit = Infer<typeof vTextHit>;
type Task = Doc<"tasks">;
type Note = Doc<"unitNotes">;

/** A record with its unit and project, and the texts that the search matches. */
type Found<Row> = { id: string; name: string; also?: string; context: string } & {
  row: Row;
  place: Place;
};

/**
 * The tasks and notes that contain each word of a text. The names of their unit and project count too, if at least one
 * word is in the record itself. When there are more than `limit`, tasks and notes get half each.
 */
export async function searchTexts(ctx: QueryCtx, { q, limit }: SearchInput): Promise<TextHit[]> {
  const words = searchedWords(q);
  if (words === "") return [];
  const places = new Places(ctx);
  const candidates = await findCandidates(ctx, { words, places });
  const tasks = await placed(places, [...candidates.tasks.values()].sort(compareTasks));
  const notes = await placed(places, [...candidates.notes.values()].sort(newerFirst));
  const search = { text: q, limit };
  const tasksFound = bestOf(tasks.map(ofTask), search).map((found) => taskHit(found, q));
  const notesFound = bestOf(notes.map(ofNote), search).map((found) => noteHit(found, q));
  const forNotes = Math.max(Math.floor(limit / 2), limit - tasksFound.length);
  const notesShown = notesFound.slice(0, forNotes);
  return [...tasksFound.slice(0, limit - notesShown.length), ...notesShown];
}

/**
 * The words for the full-text search: as typed, also without accents, and last the word that may be the beginning of a
 * longer one.
 */
function searchedWords(text: string): string {
  const words: string[] = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const last = words.at(-1);
  if (last === undefined) return "";
  const others = new Set([...words, ...words.map(fold)]);
  others.delete(last);
  return [...others, last].join(" ");
}

/** Rows with their places; rows whose unit or project is in the trash are left out. */
async function placed<Row extends { unitId: Id<"units"> }>(places: Places, rows: readonly Row[]) {
  const all = await Promise.all(
    rows.map(async (row) => ({ row, place: await places.of(row.unitId) })),
  );
  return all.flatMap(({ row, place }) => (place === null ? [] : [{ row, place }]));
}

function ofTask({ row, place }: { row: Task; place: Place }): Found<Task> {
  return {
    ...{ row, place, id: row._id, name: row.name },
    ...{ also: textsOf(row).join(" "), context: placeName(place) },
  };
}

function ofNote({ row, place }: { row: Note; place: Place }): Found<Note> {
  return { row, place, id: row._id, name: row.content, context: placeName(place) };
}

/** The best rows; rows of equal rank keep their order. */
function bestOf<Row>(all: readonly Found<Row>[], search: { text: string; limit: number }) {
  const recent = all.map(({ id }) => id);
  return findIn([new SearchIndex(all)], { ...search, recent }).map(({ thing }) => thing);
}

/** Open tasks come first, then newer tasks before older ones. */
function compareTasks(a: Task, b: Task): number {
  const rank = ({ status }: Task) => (status === "completed" ? 1 : 0);
  return rank(a) - rank(b) || newerFirst(a, b);
}

function newerFirst(a: Task | Note, b: Task | Note): number {
  return b.createdAt - a.createdAt || b._creationTime - a._creationTime;
}

function taskHit({ row: task, place }: Found<Task>, q: string): TextHit {
  const excerpt = excerptOfTask(task, { place, q });
  const { _id: id, unitId } = task;
  return {
    ...{ type: "task", id, name: task.name },
    detail: excerpt === null ? placeName(place) : `${placeName(place)}: ${excerpt}`,
    ...addressOf("task", { id, unitId, place }),
  };
}

function noteHit({ row: { _id: id, unitId, content }, place }: Found<Note>, q: string): TextHit {
  return {
    ...{ type: "note", id, name: excerptOf(content, q), detail: placeName(place) },
    ...addressOf("note", { id, unitId, place }),
  };
}

function addressOf(
  type: TextHit["type"],
  { id, unitId, place }: { id: string; unitId: Id<"units">; place: Place },
) {
  const projectId = place.project._id;
  return { projectId, path: textHitPath({ type, id, unitId, projectId }) };
}

/**
 * The line of a longer text of the task that has the words which its name and place lack; null when no text has any.
 */
function excerptOfTask(task: Task, { place, q }: { place: Place; q: string }): string | null {
  const named = wordsOf(`${task.name} ${placeName(place)}`);
  const missing = wordsOf(q).filter((word) => !isWordIn(named, word));
  const text = textsOf(task).find((one) => {
    const words = wordsOf(one);
    return missing.some((word) => isWordIn(words, word));
  });
  return text === undefined ? null : excerptOf(text, missing.join(" "));
}

/** The texts of a task besides its name; texts that people write during the work come first. */
function textsOf({ blockedNote, notes, description }: Task): string[] {
  return [blockedNote, notes, description].filter((text) => text !== undefined);
}

function placeName({ unit, project }: Place): string {
  return `${unit.name}, ${project.name}`;
}
