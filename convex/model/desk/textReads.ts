import type { Doc, Id } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import type { Places } from "./places.ts";

/** Matches of an index that are looked at; the database gives them best first. */
const maxMatches = 200;
/** Matches that are read for them: some may lie in projects of the trash. A search may read 1,024. */
const maxRead = 1000;
/** Projects that are searched one by one where those of the trash leave too little of all. */
const maxProjectsAlone = 100;
const maxMatchesOfProject = 20;
/** Units whose names are among the words, and what is looked at of each. */
const maxUnits = 20;
const maxTasksOfUnit = 60;
const maxNotesOfUnit = 30;

/** Letters that each part of a search reads: a description may have 10,000, and a transaction reads 16 MiB. */
const maxLetters = 550_000;

/** The indexes of the texts of tasks. */
const taskIndexes = ["search_name", "search_description", "search_blockedNote"] as const;
type TaskIndex = (typeof taskIndexes)[number];

/** The tasks and notes that may be what is sought. */
export interface Candidates {
  tasks: ReadonlyMap<Id<"tasks">, Doc<"tasks">>;
  notes: ReadonlyMap<Id<"unitNotes">, Doc<"unitNotes">>;
}

/**
 * The tasks and notes whose texts match some of the words best, and those of units whose names do. However much is stored, it
 * reads a bounded part of it.
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
  // One word that is the name of a unit is in no text of a task.
  if (words.includes(" ")) {
    const room = new Room();
    for (const unitId of await unitsByName(ctx, { words, places })) {
      for (const task of await tasksOf(ctx, unitId, room)) tasks.set(task._id, task);
      for (const note of await notesOf(ctx, unitId, room)) notes.set(note._id, note);
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
  const room = new Room();
  const projects = ctx.db.query("projects").withIndex("createdAt").order("desc");
  for (const { _id: projectId } of await projects.take(maxProjectsAlone)) {
    const matches = matchingTasks(ctx, { ...search, projectId });
    found.push(...(await room.take(matches, maxMatchesOfProject)));
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

/** The first of these that do not lie in the trash with their project; cut where so many were read without finding enough. */
async function firstInPlace<Row extends object>(
  rows: AsyncIterable<Row>,
  { isInPlace, limit }: { isInPlace: (row: Row) => Promise<boolean>; limit: number },
): Promise<{ found: Row[]; isCut: boolean }> {
  const found: Row[] = [];
  const room = new Room();
  let read = 0;
  for await (const row of rows) {
    read += 1;
    room.fill(row);
    if (await isInPlace(row)) found.push(row);
    if (found.length === limit) break;
    if (read === maxRead || room.isFull) return { found, isCut: true };
  }
  return { found, isCut: false };
}

async function tasksOf({ db }: QueryCtx, unitId: Id<"units">, room: Room): Promise<Doc<"tasks">[]> {
  const tasks = db
    .query("tasks")
    .withIndex("unitId_sortOrder_createdAt_name", (q) => q.eq("unitId", unitId));
  return await room.take(tasks, maxTasksOfUnit);
}

async function notesOf(
  { db }: QueryCtx,
  unitId: Id<"units">,
  room: Room,
): Promise<Doc<"unitNotes">[]> {
  const notes = db
    .query("unitNotes")
    .withIndex("unitId_createdAt", (q) => q.eq("unitId", unitId))
    .order("desc");
  return await room.take(notes, maxNotesOfUnit);
}

/** The letters that one part of a search may still read. */
class Room {
  #left = maxLetters;

  get isFull(): boolean {
    return this.#left <= 0;
  }

  fill(row: object): void {
    for (const value of Object.values(row))
      if (typeof value === "string") this.#left -= value.length;
  }

  /** The first of these rows, as far as there is room. */
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
