import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { messageOf } from "../log.ts";
import { flush } from "../storage/blob-folder.ts";
import { databaseFile, type DataPlace, exists, filesFolder } from "./backup.ts";
import { hashFile } from "./database-hash.ts";
import { leftAfter, namingDisk } from "./naming-disk.ts";
import { forgetTokenKey } from "./token-key.ts";
import { isWithin } from "./within.ts";

/** The folder of the incoming data, the database in it, and the note that all of it is there and checked. */
const incomingFolder = "restoring";
const readyDatabase = "clean.sqlite";
const readyNote = "ready";

type Place = { dataDir: string; database: string };

/**
 * Empties the folder for the data that will replace those of a data folder; throws when somebody has put a backup there.
 * `ready` is the path of the new database.
 */
export async function prepareIncoming(
  dataDir: string,
): Promise<{ incoming: string; ready: string }> {
  const incoming = incomingIn(dataDir);
  const backup = await backupIn(incoming);
  if (backup !== null) throw misplaced(backup);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  return { incoming, ready: join(incoming, readyDatabase) };
}

/** Throws for a backup in the folder that is emptied for the incoming data. */
export async function requireElsewhere(folder: string, dataDir: string): Promise<void> {
  if (await isWithin(folder, incomingIn(dataDir))) throw misplaced(folder);
}

function misplaced(folder: string): Error {
  return new Error(
    `${folder} is where a restore prepares data. Move it out of the data first: nothing was touched.`,
  );
}

/** The backup at or below a folder. Incoming data has no hash, because a restore changes its database. */
async function backupIn(folder: string): Promise<string | null> {
  if (!(await exists(folder))) return null;
  const paths = await readdir(folder, { recursive: true });
  const hash = paths.find((path) => basename(path) === hashFile);
  return hash === undefined ? null : dirname(join(folder, hash));
}

/** Removes incoming data that is not put in place; the note first, because a start would put the rest in place. */
export async function dropIncoming(dataDir: string): Promise<void> {
  const incoming = incomingIn(dataDir);
  await rm(join(incoming, readyNote), { force: true });
  await rm(incoming, { recursive: true, force: true });
}

async function dropLeftover(dataDir: string): Promise<void> {
  if ((await backupIn(incomingIn(dataDir))) === null) await dropIncoming(dataDir);
}

/**
 * Replaces the data of a folder by the prepared data. The old data moves to a folder beside it, whose path is returned;
 * null when there was no data. A process that dies meanwhile leaves a note, by which `finishReplacing` completes the
 * replacement.
 */
export async function replaceData(place: Place, now: Date): Promise<string | null> {
  const { dataDir } = place;
  const incoming = incomingIn(dataDir);
  const aside = `replaced-${now.toISOString().replaceAll(/[:.]/g, "-")}`;
  const hadData = (await partsIn(place)).length > 0;
  try {
    await requireNew(join(dataDir, aside));
    await flush(join(incoming, filesFolder));
    await writeNote(incoming, aside);
  } catch (error) {
    // An older folder of that name is not this restore's, so nothing is put back from it.
    const left = await leftAfter(incoming, dropIncoming(dataDir));
    if (left !== null && (await hasNote(incoming))) throw unfinished(error);
    throw namingDisk(error, { of: "the backup", to: dataDir, left });
  }
  try {
    await exchange(place, aside);
  } catch (error) {
    // A folder that is a disk of its own, say, cannot be moved.
    await putBack(place, aside).catch(() => undefined);
    if (await hasNote(incoming)) throw unfinished(error);
    throw namingDisk(error, { of: "the backup", to: dataDir, left: null });
  }
  await complete(dataDir).catch((error: unknown) => {
    throw unfinished(error);
  });
  return hadData ? join(dataDir, aside) : null;
}

/**
 * Completes a replacement during which the process died; true when there was one. Removes incoming data that such a
 * process had not prepared to its end. The caller holds the folder's lock.
 */
export async function finishReplacing({
  dataDir,
  databaseFile: database = databaseFile,
}: DataPlace): Promise<boolean> {
  const note = await readNote(incomingIn(dataDir));
  if (note === null) {
    // A disk that refuses this is no reason to refuse a start: the next one tries it again.
    await dropLeftover(dataDir).catch(() => undefined);
    return false;
  }
  await exchange({ dataDir, database }, note);
  await complete(dataDir);
  return true;
}

/** Moves the data. The rest of the incoming data tells which steps were made before, so it can be repeated. */
async function exchange(place: Place, aside: string): Promise<void> {
  const { dataDir, database } = place;
  const incoming = incomingIn(dataDir);
  const [files, ready] = [join(incoming, filesFolder), join(incoming, readyDatabase)];
  if (await exists(files)) {
    // Files are the likelier part to lie on another disk, so they come first: a failure is found before other moves.
    if (await exists(join(dataDir, filesFolder)))
      await moveAside(dataDir, { name: filesFolder, aside });
    await rename(files, join(dataDir, filesFolder));
  }
  if (await exists(ready)) {
    for (const name of await partsIn(place))
      if (name !== filesFolder) await moveAside(dataDir, { name, aside });
    await rename(ready, join(dataDir, database));
  }
}

/** Ends a replacement whose data is in its place. The note goes last, so that a start repeats what failed. */
async function complete(dataDir: string): Promise<void> {
  await forgetTokenKey(dataDir);
  await flush(dataDir);
  const incoming = incomingIn(dataDir);
  for (const name of await readdir(incoming))
    if (name !== readyNote) await rm(join(incoming, name), { recursive: true, force: true });
  await rm(incoming, { recursive: true, force: true });
}

function unfinished(error: unknown): Error {
  return new Error(
    `The restore has begun and is not complete: ${messageOf(error)}. The next start completes it, as does another restore.`,
    { cause: error },
  );
}

async function moveAside(
  dataDir: string,
  { name, aside }: { name: string; aside: string },
): Promise<void> {
  await mkdir(join(dataDir, aside), { recursive: true });
  await rename(join(dataDir, name), join(dataDir, aside, name));
}

/** Undoes the steps of a failed replacement, unless the new database is in its place already. */
async function putBack({ dataDir }: Place, aside: string): Promise<void> {
  const incoming = incomingIn(dataDir);
  if (!(await exists(join(incoming, readyDatabase)))) return;
  const moved = await movedTo(join(dataDir, aside));
  if (!(await exists(join(incoming, filesFolder))))
    await rename(join(dataDir, filesFolder), join(incoming, filesFolder));
  for (const name of moved) await rename(join(dataDir, aside, name), join(dataDir, name));
  await dropIncoming(dataDir);
  // Removes the folder only when it is empty: what is still in it is data.
  await rmdir(join(dataDir, aside));
}

/** The names of the data that was moved aside. A folder that cannot be read is not an empty one. */
async function movedTo(folder: string): Promise<string[]> {
  return (await exists(folder)) ? await readdir(folder) : [];
}

async function requireNew(path: string): Promise<void> {
  if (await exists(path)) throw new Error(`${path} exists already.`);
}

/** The names of the data: the database with what SQLite keeps beside it, and the files. */
async function partsIn({ dataDir, database }: Place): Promise<string[]> {
  const names = await readdir(dataDir);
  return names.filter((name) => name === filesFolder || name.startsWith(database));
}

/** Writes the note whole or not at all, because a start relies on it. */
async function writeNote(incoming: string, aside: string): Promise<void> {
  const unfinished = join(incoming, `${readyNote}.unfinished`);
  await writeFile(unfinished, aside);
  await flush(unfinished);
  await rename(unfinished, join(incoming, readyNote));
  await flush(incoming);
}

/** False only when there is no note for sure. */
async function hasNote(incoming: string): Promise<boolean> {
  return (await readNote(incoming).catch(() => "")) !== null;
}

async function readNote(incoming: string): Promise<string | null> {
  try {
    return await readFile(join(incoming, readyNote), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function incomingIn(dataDir: string): string {
  return join(dataDir, incomingFolder);
}
