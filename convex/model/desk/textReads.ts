import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import type { Places } from "./places.ts";

/** The maximum number of used matches of an index; the database returns the best first. */
const maxMatches = 200;
/**
 * The maximum number of matches read to find them, because some may belong to projects in the trash. A search may read
 * 1,024.
 */
const maxRead = 1000;
/**
 * The maximum number of projects that are searched one by one, when matches in the trash use up the limit of the common
 * search.
 */
const maxProjectsAlone = 100;
const maxMatchesOfProject = 20;
/** The maximum number of units whose names match, and of the tasks and notes that are read of each. */
const maxUnits = 20;
const maxTasksOfUnit = 60;
const maxNotesOfUnit = 30;

/**
 * The maximum number of characters that each part of a search reads. A description may have 10,000 characters, and a
 * transaction reads 16 MiB.
 */
const maxLetters = 550_000;

/** The full-text indexes of tasks. */
const taskIndexes = ["search_name", "search_description", "search_blockedNote"] as const;
type TaskIndex = (typeof taskIndexes)[number];

/** The tasks and notes that may match the search. */
export interface Candidates {
  tasks: ReadonlyMap<Id<"tasks">, Doc<"tasks">>;
  notes: ReadonlyMap<Id<"unitNotes">, Doc<"unitNotes">>;
}

/**
 * The tasks and notes whose texts match the words best, and those of units whose names match. It reads a bounded
 * amount, however much is stored.
 */
export async function findCandidates(
  ctx: QueryCtx,
  { words, places }: { words: string; places: Places },
): Promise<Candidates> {
  const tasks = new Map<Id<"tasks">, Doc<"tasks">>();
  const notes = new Map<Id<"unitNotes">, Doc<"unitNotes">>();
  for (const index of taskIndexes)
    for (const task of await tasksByText(ctx, { index, words, places })) tasks.set(task._id, task);
  for (const note of await notesByText(ctx, { words, places })) notes.set(note._id, note);
  // With a single word, a task of a matching unit counts only if its own text has the word, and the text indexes have
  // found it already.
  if (words.includes(" ")) {
    const budget = new TextBudget();
    for (const unitId of await unitsByName(ctx, { words, places })) {
      for (const task of await tasksOf(ctx, unitId, budget)) tasks.set(task._id, task);
      for (const note of await notesOf(ctx, unitId, budget)) notes.set(note._id, note);
    }
  }
  return { tasks, notes };
}

type TaskSearch = { index: TaskIndex; words: string; places: Places };

async function tasksByText(ctx: QueryCtx, search: TaskSearch): Promise<Doc<"tasks">[]> {
  const { found, isCut } = await firstInPlace(matchingTasks(ctx, search), {
    isInPlace: async ({ projectId }) => (await search.places.project(projectId)) !== null,
    limit: maxMatches,
  });
  return isCut ? [...found, ...(await tasksOfEachProject(ctx, search))] : found;
}

/** The best matches in each of the newest projects. */
async function tasksOfEachProject(ctx: QueryCtx, search: TaskSearch): Promise<Doc<"tasks">[]> {
  const found: Doc<"tasks">[] = [];
  const budget = new TextBudget();
  const projects = ctx.db.query("projects").withIndex("createdAt").order("desc");
  for (const { _id: projectId } of await projects.take(maxProjectsAlone)) {
    // Each search compares all matches of the index, and these are enough.
    if (found.length >= maxMatches || budget.isFull) break;
    const matches = matchingTasks(ctx, { ...search, projectId });
    found.push(...(await budget.take(matches, maxMatchesOfProject)));
  }
  return found;
}

function matchingTasks(
  { db }: QueryCtx,
  { index, words, projectId }: TaskSearch & { projectId?: Id<"projects"> },
) {
  const tasks = db.query("tasks");
  const search = <Narrowed extends { eq: (field: "projectId", value: Id<"projects">) => Narrowed }>(
    narrowed: Narrowed,
  ) => (projectId === undefined ? narrowed : narrowed.eq("projectId", projectId));
  switch (index) {
    case "search_name":
      return tasks.withSearchIndex(index, (q) =>
        search(q.search("name", words).eq("trashId", undefined)),
      );
    case "search_description":
      return tasks.withSearchIndex(index, (q) =>
        search(q.search("description", words).eq("trashId", undefined)),
      );
    case "search_blockedNote":
      return tasks.withSearchIndex(index, (q) =>
        search(q.search("blockedNote", words).eq("trashId", undefined)),
      );
  }
}

async function notesByText(
  { db }: QueryCtx,
  { words, places }: { words: string; places: Places },
): Promise<Doc<"unitNotes">[]> {
  const matches = db
    .query("unitNotes")
    .withSearchIndex("search_content", (q) => q.search("content", words).eq("trashId", undefined));
  const { found } = await firstInPlace(matches, {
    isInPlace: async ({ unitId }) => (await places.of(unitId)) !== null,
    limit: maxMatches,
  });
  return found;
}

async function unitsByName(
  { db }: QueryCtx,
  { words, places }: { words: string; places: Places },
): Promise<Id<"units">[]> {
  const matches = db
    .query("units")
    .withSearchIndex("search_name", (q) => q.search("name", words).eq("trashId", undefined));
  const { found } = await firstInPlace(matches, {
    isInPlace: async ({ projectId }) => (await places.project(projectId)) !== null,
    limit: maxUnits,
  });
  return found.map(({ _id }) => _id);
}

/**
 * The first rows that are not in the trash with their project. `isCut` is true when the read limit was reached before
 * `limit` rows were found, and most of those read are in the trash. Without these, a few long texts are the best matches
 * all the same.
 */
async function firstInPlace<Row extends object>(
  rows: AsyncIterable<Row>,
  { isInPlace, limit }: { isInPlace: (row: Row) => Promise<boolean>; limit: number },
): Promise<{ found: Row[]; isCut: boolean }> {
  const found: Row[] = [];
  const budget = new TextBudget();
  let read = 0;
  for await (const row of rows) {
    read += 1;
    budget.fill(row);
    if (await isInPlace(row)) found.push(row);
    if (found.length === limit) break;
    if (read === maxRead || budget.isFull) return { found, isCut: found.length < read / 2 };
  }
  return { found, isCut: false };
}

async function tasksOf(
  { db }: QueryCtx,
  unitId: Id<"units">,
  budget: TextBudget,
): Promise<Doc<"tasks">[]> {
  const tasks = db
    .query("tasks")
    .withIndex("unitId_sortOrder_createdAt_name", (q) => q.eq("unitId", unitId));
  return await budget.take(tasks, maxTasksOfUnit);
}

async function notesOf(
  { db }: QueryCtx,
  unitId: Id<"units">,
  budget: TextBudget,
): Promise<Doc<"unitNotes">[]> {
  const notes = db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc");
  return await budget.take(notes, maxNotesOfUnit);
}

/** The number of characters that one part of a search may still read. */
class TextBudget {
  #left = maxLetters;

  get isFull(): boolean {
    return this.#left <= 0;
  }

  fill(row: object): void {
    for (const value of Object.values(row))
      if (typeof value === "string") this.#left -= value.length;
  }

  /** The first rows of a query, up to `limit` and as many as the remaining characters allow. */
  async take<Row extends object>(rows: AsyncIterable<Row>, limit: number): Promise<Row[]> {
    const taken: Row[] = [];
    if (this.isFull) return taken;
    for await (const row of rows) {
      taken.push(row);
      this.fill(row);
      if (taken.length === limit || this.isFull) break;
    }
    return taken;
  }
}
