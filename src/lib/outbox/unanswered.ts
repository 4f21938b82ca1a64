import { makerOf, type NewOperation, pendingId, type Table } from "./operation.ts";

/** The time in ms after a lost connection in which an equal act counts as a repetition, and not as a second one. */
const REPETITION_MS = 10 * 60_000;

type Act = Pick<NewOperation, "kind" | "args">;

/** An operation with a new record that was sent and got no answer. */
interface Lost {
  made: NewOperation;
  from: string | undefined;
  lostAt: number;
}

/**
 * The new records that were sent from a full device and got no answer before the connection was lost. Their authors
 * were told to repeat them, and the server may have them: the same key makes sure that each exists once.
 */
export class Unanswered {
  readonly #table: Table;
  readonly #lost = new Map<string, Lost>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Records an unanswered operation; `from` is the key of the text area or form in which it was typed. */
  add(made: NewOperation, from: string | undefined): void {
    if (makerOf(made.record) !== made.id) return;
    this.#lost.set(made.id, { made, from, lostAt: Date.now() });
  }

  /**
   * Performs an act by `work`, once. A lost act is repeated with its first contents, which belong to its key even if
   * the server has it already; text that was typed since is sent as a change of it.
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

  /**
   * Removes and returns the lost record that this act repeats: one from the same text area or form, or one with equal
   * arguments.
   */
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
