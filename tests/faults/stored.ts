import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Doc, TableNames } from "../../convex/_generated/dataModel.js";
import { openDatabase, promisedFiles, type Snapshot, walkTable } from "convex-host/inside";
import { type ReadRows, recountedNumbers, storedNumbers } from "../support/counted-rows.ts";
import { type Fate, type Ledger, sha256 } from "./ledger.ts";

/** Returns all stored data of a stopped host that contradicts the answers to its clients, or itself. */
export async function findWrongs(dataDir: string, ledger: Ledger): Promise<string[]> {
  const database = openDatabase({ path: join(dataDir, "turnboard.sqlite") });
  const snapshot = database.snapshot();
  try {
    const storedRowsOf = readerOf(snapshot);
    const rowsOf = outsideTrash(storedRowsOf);
    return [
      ...compare("project", ledger.projects, names(await rowsOf("projects"), "name", ["Shared"])),
      ...compare("photo", ledger.photos, names(await rowsOf("photos"), "originalName")),
      ...compare("note", ledger.notes, names(await rowsOf("unitNotes"), "content")),
      ...(await compareDueDates(ledger, rowsOf)),
      ...(await compareTallies(rowsOf)),
      ...(await findOrphans(storedRowsOf)),
      ...findUnfinishedJobs(snapshot),
      ...(await compareFiles(join(dataDir, "files"), [...promisedFiles(database)])),
      ...(await comparePhotos(ledger, [...promisedFiles(database)], await storedRowsOf("photos"))),
    ];
  } finally {
    snapshot.close();
    database.close();
  }
}

function readerOf(snapshot: Snapshot): ReadRows {
  return <Table extends TableNames>(table: Table) =>
    Promise.resolve([...walkTable(snapshot, table)] as unknown as Doc<Table>[]);
}

/** Reads rows like the functions of the app, which ignore rows in the trash. */
function outsideTrash(storedRowsOf: ReadRows): ReadRows {
  return async (table) =>
    (await storedRowsOf(table)).filter((row) => !("trashId" in row) || row.trashId === undefined);
}

function names<Row extends object>(rows: Row[], field: keyof Row, except: string[] = []): string[] {
  return rows.map((row) => String(row[field])).filter((name) => !except.includes(name));
}

const countsByFate: Record<Fate, readonly number[]> = {
  asked: [0, 1],
  made: [1],
  "removal asked": [0, 1],
  removed: [0],
};

function compare(what: string, fates: ReadonlyMap<string, Fate>, stored: string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1);
  const wrongs = [...counts.keys()]
    .filter((name) => !fates.has(name))
    .map((name) => `The ${what} ${name} was never asked for.`);
  for (const [name, fate] of fates) {
    const count = counts.get(name) ?? 0;
    if (!countsByFate[fate].includes(count))
      wrongs.push(`The ${what} ${name} (${fate}) is there ${count} times.`);
  }
  return wrongs;
}

async function compareDueDates({ dueDates }: Ledger, rowsOf: ReadRows): Promise<string[]> {
  const stored = new Map((await rowsOf("tasks")).map((task) => [String(task._id), task.dueDate]));
  return [...dueDates]
    .filter(([id, dueDate]) => stored.get(id) !== Date.parse(dueDate))
    .map(([id, dueDate]) => `The due date ${dueDate} of ${id} is ${stored.get(id)}.`);
}

async function compareTallies(rowsOf: ReadRows): Promise<string[]> {
  const stored = await storedNumbers(rowsOf);
  const recounted = await recountedNumbers(rowsOf);
  if (isDeepStrictEqual(stored, recounted)) return [];
  return [...new Set([...Object.keys(stored), ...Object.keys(recounted)])]
    .filter((key) => stored[key] !== recounted[key])
    .map((key) => `The tally ${key} is ${stored[key]} and should be ${recounted[key]}.`);
}

/** Returns the rows that a deleted project leaves behind once its jobs have run. */
async function findOrphans(rowsOf: ReadRows): Promise<string[]> {
  const projects = new Set((await rowsOf("projects")).map(({ _id }) => String(_id)));
  const wrongs: string[] = [];
  for (const table of ["units", "tasks", "photos"] as const)
    for (const { _id, projectId } of await rowsOf(table))
      if (!projects.has(projectId)) wrongs.push(`${table} ${_id} belongs to no project.`);
  return wrongs;
}

type Job = {
  _id: string;
  name: string;
  scheduledTime: number;
  state: { kind: string; error?: string };
};

/** Actions that a kill ends are not repeated (SPEC J2). */
const endedAction = "Transient error while executing action";

/** Returns scheduled functions that failed or are overdue. The check of a long removal is due much later. */
function findUnfinishedJobs(snapshot: Snapshot): string[] {
  return [...walkTable(snapshot, "_scheduled_functions")]
    .map((row) => row as unknown as Job)
    .filter(
      ({ state, scheduledTime }) =>
        state.kind === "inProgress" ||
        (state.kind === "failed" && state.error !== endedAction) ||
        (state.kind === "pending" && scheduledTime < Date.now() - 5_000),
    )
    .map((job) => `The job ${job.name} is ${JSON.stringify(job.state)}.`);
}

type PromisedFile = ReturnType<typeof promisedFiles> extends Generator<infer File> ? File : never;

/** Checks that every row has its file, and every file its row. */
async function compareFiles(folder: string, promised: PromisedFile[]): Promise<string[]> {
  const found = new Set((await readdir(folder)).filter((name) => name !== "incoming"));
  const wrongs = (await readdir(join(folder, "incoming"))).map((name) => `${name} is left over.`);
  for (const { uuid, size, sha256Base64 } of promised) {
    const bytes = found.delete(uuid) ? await readFile(join(folder, uuid)) : null;
    if (bytes === null) wrongs.push(`The file ${uuid} is missing.`);
    else if (bytes.length !== size || sha256(bytes) !== sha256Base64)
      wrongs.push(`The file ${uuid} is not what its row says.`);
  }
  return [...wrongs, ...[...found].map((name) => `The file ${name} has no row.`)];
}

async function comparePhotos(
  { hashes }: Ledger,
  promised: PromisedFile[],
  photos: Doc<"photos">[],
): Promise<string[]> {
  const hashById = new Map(promised.map(({ id, sha256Base64 }) => [id, sha256Base64]));
  return photos
    .filter((photo) => hashById.get(photo.storageId) !== hashes.get(photo.originalName ?? ""))
    .map(({ originalName }) => `The photo ${originalName} has other bytes than were sent.`);
}
