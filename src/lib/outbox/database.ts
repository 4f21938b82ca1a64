import type { DBSchema, IDBPTransaction } from "idb";
import { KeptConnection } from "../device/kept-connection.ts";
import { fileOf, keepFiles, type KeptFile } from "../device/kept-file.ts";
import type { Files, NewOperation, Operation } from "./operation.ts";
import type { Step } from "./queue.ts";

/** A change of the kept operations, told from all of them; its files are those of what it writes anew. */
export type Work<Taken extends Step> = (operations: readonly Operation[]) => Taken;

/** The operations and their files, kept for all tabs of this device. */
export interface Database {
  /** False when nothing outlives this page. */
  isKept: boolean;
  read: () => Promise<readonly Operation[]>;
  /** Does a step in one piece; resolves with all operations once it is kept. */
  change: <Taken extends Step>(
    work: Work<Taken>,
    files?: { id: string; files: Files },
  ) => Promise<{ operations: readonly Operation[]; step: Taken }>;
  files: (id: string) => Promise<Files | null>;
}

interface Schema extends DBSchema {
  operations: { key: number; value: Operation };
  files: { key: string; value: KeptFiles };
}

type KeptFiles = Readonly<Record<string, KeptFile>>;

const strict = { durability: "strict" } as const;

const OPEN_MS = 5000;

/** Opens the database of this device; one that lives as long as the page when the browser keeps nothing, or does not say so in time. */
export async function openDatabase(name = "turnboard-outbox"): Promise<Database> {
  try {
    const connection = new KeptConnection<Schema>(name, (database) => {
      database.createObjectStore("operations", { keyPath: "seq", autoIncrement: true });
      database.createObjectStore("files");
    });
    await inTime(connection.open());
    return new KeptDatabase(connection);
  } catch {
    return new PageDatabase();
  }
}

/** Some devices never answer: another page stands in the way. What is done goes to the server all the same. */
async function inTime(opening: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The device does not answer")), OPEN_MS);
  });
  await Promise.race([opening, late]).finally(() => clearTimeout(timer));
}

class KeptDatabase implements Database {
  readonly isKept = true;
  readonly #connection: KeptConnection<Schema>;

  constructor(connection: KeptConnection<Schema>) {
    this.#connection = connection;
  }

  async read(): Promise<readonly Operation[]> {
    return await this.#connection.begin((database) => database.getAll("operations"));
  }

  async change<Taken extends Step>(work: Work<Taken>, added?: { id: string; files: Files }) {
    if (added === undefined) return await this.#change(work);
    return await keepFiles(new Map(Object.entries(added.files)), (files) =>
      this.#change(work, { id: added.id, files: Object.fromEntries(files) }),
    );
  }

  async #change<Taken extends Step>(work: Work<Taken>, added?: { id: string; files: KeptFiles }) {
    const transaction = await this.#connection.begin((database) =>
      database.transaction(["operations", "files"], "readwrite", strict),
    );
    try {
      const changed = await carryOut(transaction, work, added);
      await transaction.done;
      return changed;
    } catch (error) {
      // Its own failure tells less than the error that is thrown.
      transaction.done.catch(() => undefined);
      if (transaction.error === null) transaction.abort();
      throw error;
    }
  }

  async files(id: string): Promise<Files | null> {
    const kept = await this.#connection.begin((database) => database.get("files", id));
    if (kept === undefined) return null;
    return Object.fromEntries(Object.entries(kept).map(([part, file]) => [part, fileOf(file)]));
  }
}

async function carryOut<Taken extends Step>(
  transaction: IDBPTransaction<Schema, ("operations" | "files")[], "readwrite">,
  work: Work<Taken>,
  added: { id: string; files: KeptFiles } | undefined,
) {
  const store = transaction.objectStore("operations");
  const files = transaction.objectStore("files");
  const operations = await store.getAll();
  const step = work(operations);
  const numbered: Operation[] = [];
  for (const each of step.put) {
    // The database numbers what has no number.
    const seq = await store.put(each as Operation);
    numbered.push({ ...each, seq });
  }
  for (const { seq, id } of step.drop) {
    await store.delete(seq);
    await files.delete(id);
  }
  if (added) await files.put(added.files, added.id);
  return { operations: after(operations, numbered, step.drop), step };
}

/** A database that a reload empties, for browsers that keep nothing. */
class PageDatabase implements Database {
  readonly isKept = false;
  #operations: readonly Operation[] = [];
  #lastSeq = 0;
  readonly #filesById = new Map<string, Files>();

  read(): Promise<readonly Operation[]> {
    return Promise.resolve(this.#operations);
  }

  change<Taken extends Step>(work: Work<Taken>, added?: { id: string; files: Files }) {
    const step = work(this.#operations);
    const numbered = step.put.map((each) => ({ seq: this.#seqOf(each), ...each }));
    this.#operations = after(this.#operations, numbered, step.drop);
    for (const { id } of step.drop) this.#filesById.delete(id);
    if (added) this.#filesById.set(added.id, added.files);
    return Promise.resolve({ operations: this.#operations, step });
  }

  files(id: string): Promise<Files | null> {
    return Promise.resolve(this.#filesById.get(id) ?? null);
  }

  #seqOf(operation: Operation | NewOperation): number {
    return "seq" in operation ? operation.seq : ++this.#lastSeq;
  }
}

function after(
  operations: readonly Operation[],
  put: readonly Operation[],
  drop: readonly Operation[],
): readonly Operation[] {
  const bySeq = new Map(operations.map((each) => [each.seq, each]));
  for (const each of put) bySeq.set(each.seq, each);
  for (const { seq } of drop) bySeq.delete(seq);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
