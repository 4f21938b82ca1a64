import type { IDBPDatabase, IDBPTransaction } from "idb";
import { CopyLine } from "../device/copy-line.ts";
import { KeptConnection, reasonOf } from "../device/kept-connection.ts";
import { fileOf, keepFiles, type KeptFile } from "../device/kept-file.ts";
import { type KeptFiles, operationsIn, type Schema } from "./kept-rows.ts";
import type { Files, Operation } from "./operation.ts";
import { copiedOperations, filesPlace, filesRow, rowOf } from "./copied-operations.ts";
import { PageDatabase } from "./page-database.ts";
import { after, type Step } from "./queue.ts";

/** Computes a change of the kept operations from all of them; the files belong to the operation that it adds. */
export type Work<Taken extends Step> = (operations: readonly Operation[]) => Taken;

/** The store of operations and their files, shared by all tabs on this device. */
export interface Database {
  /** False when nothing survives a reload of this page. */
  isKept: boolean;
  read: () => Promise<readonly Operation[]>;
  /** Applies a step in one transaction. Resolves with all operations once it is stored. */
  change: <Taken extends Step>(
    work: Work<Taken>,
    files?: { id: string; files: Files },
  ) => Promise<{ operations: readonly Operation[]; step: Taken }>;
  files: (id: string) => Promise<Files | null>;
}

const strict = { durability: "strict" } as const;

const OPEN_MS = 5000;

/**
 * Opens the database of this device. Falls back to a database in memory when the browser keeps nothing, or does not
 * open one in time.
 */
export async function openDatabase(name = "turnboard-outbox"): Promise<Database> {
  try {
    const database = new KeptDatabase(name);
    await inTime(database.open());
    return database;
  } catch {
    return new PageDatabase();
  }
}

/**
 * Rejects when the device does not answer in time, because another page blocks the database. Operations are then sent
 * from memory.
 */
async function inTime(opening: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The device does not answer")), OPEN_MS);
  });
  await Promise.race([opening, late]).finally(() => clearTimeout(timer));
}

/**
 * The database of the device. The browser, or its user, may delete it under an open page: the next access makes a new
 * one, which begins with the operations that this page knows, and gets the files that this page has added after that.
 */
class KeptDatabase implements Database {
  readonly isKept = true;
  readonly #connection: KeptConnection<Schema>;
  readonly #copy: CopyLine<Schema>;
  /** All operations, as this page read or wrote them last. */
  #known: readonly Operation[] = [];
  /** The files of the operations that this page has added. */
  readonly #filesById = new Map<string, Files>();
  /** True while a database that this page or another one has made may lack the files that this page has added. */
  #mayLackFiles = false;

  constructor(name: string) {
    const create = (database: IDBPDatabase<Schema>) => {
      const options = { keyPath: "seq", autoIncrement: true } as const;
      const operations = database.createObjectStore("operations", options);
      database.createObjectStore("files");
      // A failure fails the opening too.
      for (const each of this.#known) operations.put(each).catch(() => undefined);
    };
    const onOpen = () => {
      // A large file may have no room, and must not fail the opening.
      this.#mayLackFiles = this.#filesById.size > 0;
    };
    this.#copy = new CopyLine(name, copiedOperations);
    this.#connection = new KeptConnection(name, create, { onOpen, copy: this.#copy });
  }

  /** Opens the database, and tries once more: a browser that has just crashed may hold it for a moment. */
  async open(): Promise<void> {
    await this.#connection.begin(() => undefined);
  }

  async read(): Promise<readonly Operation[]> {
    const rows = await this.#connection.begin((database) => database.getAll("operations"));
    return this.#know(operationsIn(rows));
  }

  async change<Taken extends Step>(work: Work<Taken>, added?: { id: string; files: Files }) {
    if (added === undefined) return await this.#change(work);
    const changed = await keepFiles(new Map(Object.entries(added.files)), (files) =>
      this.#change(work, { id: added.id, files: Object.fromEntries(files) }),
    );
    this.#filesById.set(added.id, added.files);
    return changed;
  }

  async #change<Taken extends Step>(work: Work<Taken>, added?: { id: string; files: KeptFiles }) {
    // The whole transaction runs again over a new connection. It may be stored, although iOS has reported a failure.
    let doneBefore: Done<Taken> | undefined;
    const changed = await this.#connection.begin(async (database) => {
      const transaction = database.transaction(["operations", "files"], "readwrite", strict);
      try {
        const done = await carryOut(transaction, work, { added, doneBefore });
        doneBefore = done;
        await transaction.done;
        return done;
      } catch (error) {
        transaction.done.catch(() => undefined);
        const reason = reasonOf(transaction, error);
        if (transaction.error === null) transaction.abort();
        throw reason;
      }
    });
    this.#know(changed.operations);
    this.#copy.note({
      put: [...changed.put.map(rowOf), ...(added ? [filesRow(added.id, added.files)] : [])],
      drop: changed.step.drop.flatMap((each) => [rowOf(each), filesPlace(each.id)]),
    });
    return changed;
  }

  async files(id: string): Promise<Files | null> {
    const kept = await this.#connection.begin((database) => database.get("files", id));
    if (kept === undefined)
      return this.#filesById.get(id) ?? (await this.#copy.row(filesPlace(id)))?.files ?? null;
    return Object.fromEntries(Object.entries(kept).map(([part, file]) => [part, fileOf(file)]));
  }

  /** Stores the files that the database lacks. One without room stays with the page. */
  async #storeFiles(): Promise<void> {
    this.#mayLackFiles = false;
    for (const [id, files] of this.#filesById) {
      const store = (kept: ReadonlyMap<string, KeptFile>) =>
        this.#connection.begin(async (database) => {
          const transaction = database.transaction(["operations", "files"], "readwrite", strict);
          const stored = transaction.objectStore("files");
          const operations = operationsIn(await transaction.objectStore("operations").getAll());
          if (operations.some((each) => each.id === id) && (await stored.getKey(id)) === undefined)
            await stored.put(Object.fromEntries(kept), id);
          await transaction.done;
        });
      await keepFiles(new Map(Object.entries(files)), store).catch(() => undefined);
    }
  }

  #know(operations: readonly Operation[]): readonly Operation[] {
    this.#known = operations;
    const ids = new Set(operations.map(({ id }) => id));
    for (const id of this.#filesById.keys()) if (!ids.has(id)) this.#filesById.delete(id);
    if (this.#mayLackFiles) void this.#storeFiles();
    return operations;
  }
}

/** A step, with all operations after it. */
interface Done<Taken extends Step> {
  operations: readonly Operation[];
  step: Taken;
  /** The operations of the step as they are stored. */
  put: readonly Operation[];
}

async function carryOut<Taken extends Step>(
  transaction: IDBPTransaction<Schema, ("operations" | "files")[], "readwrite">,
  work: Work<Taken>,
  {
    added,
    doneBefore,
  }: {
    added: { id: string; files: KeptFiles } | undefined;
    doneBefore: Done<Taken> | undefined;
  },
): Promise<Done<Taken>> {
  const store = transaction.objectStore("operations");
  const files = transaction.objectStore("files");
  const operations = operationsIn(await store.getAll());
  if (doneBefore && isStored(doneBefore, operations)) return { ...doneBefore, operations };
  const step = work(operations);
  const numbered: Operation[] = [];
  for (const each of step.put) {
    // The database numbers operations that have no number yet.
    const seq = await store.put(each as Operation);
    numbered.push({ ...each, seq });
  }
  for (const { seq, id } of step.drop) {
    await store.delete(seq);
    await files.delete(id);
  }
  if (added) await files.put(added.files, added.id);
  return { operations: after(operations, numbered, step.drop), step, put: numbered };
}

/** True when the operations show that a step is stored. No operation gets the number of an earlier one. */
function isStored({ put, step }: Done<Step>, operations: readonly Operation[]): boolean {
  const bySeq = new Map(operations.map((each) => [each.seq, JSON.stringify(each)]));
  const isPut = put.every((each) => bySeq.get(each.seq) === JSON.stringify(each));
  return isPut && !step.drop.some(({ seq }) => bySeq.has(seq));
}
