import type { Database, Work } from "./database.ts";
import type { Files, NewOperation, Operation } from "./operation.ts";
import { after, type Step } from "./queue.ts";

/** A database in memory, which a reload empties, for browsers that keep nothing. */
export class PageDatabase implements Database {
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
