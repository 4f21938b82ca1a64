import { makerOf, type NewOperation, pendingId, type Table } from "./operation.ts";

/** So long after its line was lost, the same once more is a repetition, and not a second one of its own. */
const REPETITION_MS = 10 * 60_000;

type Act = Pick<NewOperation, "kind" | "args">;

/** A new record that was sent without an answer. */
interface Lost {
  made: NewOperation;
  from: string | undefined;
  lostAt: number;
}

/**
 * The new records that were sent from a full device and got no answer before the line went. Whoever made one was told to do it
 * again, and the server may have it: under the same key it stands once.
 */
export class Unanswered {
  readonly #table: Table;
  readonly #lost = new Map<string, Lost>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Takes what was sent; `from` names what it was typed in. */
  add(made: NewOperation, from: string | undefined): void {
    if (makerOf(made.record) !== made.id) return;
    this.#lost.set(made.id, { made, from, lostAt: Date.now() });
  }

  /**
   * Does something by `work`, once. What was lost is done again with its first contents, which are those of its key whether the
   * server has it or not; what has been typed since is a change of it.
   */
  async once(
    act: Act,
    from: string | undefined,
    work: (act: Act, key?: string) => Promise<string>,
  ): Promise<string> {
    const lost = this.#take(act, from);
    if (lost === undefined) return await work(act);
    const { id, kind, args, by } = lost.made;
    const made = await work({ kind, args }, id);
    if (isSame(args, act.args)) return made;
    try {
      const record = pendingId(made);
      const change = this.#table[kind]?.changeTo?.(act.args, { record, seen: args, by });
      return change === undefined ? made : await work(change);
    } catch (error) {
      this.#lost.set(id, lost);
      throw error;
    }
  }

  /** The lost record that this is once more: what was typed in the same place, or the same. */
  #take({ kind, args }: Act, from: string | undefined): Lost | undefined {
    const isAgain = (lost: Lost) =>
      lost.made.kind === kind &&
      ((from !== undefined && lost.from === from && this.#table[kind]?.changeTo !== undefined) ||
        (isSame(lost.made.args, args) && Date.now() - lost.lostAt < REPETITION_MS));
    const found = [...this.#lost.values()].find(isAgain);
    if (found) this.#lost.delete(found.made.id);
    return found;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
