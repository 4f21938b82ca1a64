import { lostAnswers, REPETITION_MS } from "./lost-answers.ts";
import { makerOf, type NewOperation } from "./operation.ts";

/**
 * The keys of new records that were sent from a full device and got no answer before the line went. Whoever made one was told to
 * do it again, and the server may have it: under the same key it stands once.
 */
export class Unanswered {
  readonly #sent = new Map<string, { id: string; lostAt: number }>();

  /** Takes what was sent, and the failure that its maker is told. */
  add({ id, kind, record, args }: NewOperation, failure: object): void {
    if (makerOf(record) !== id) return;
    this.#sent.set(nameOf(kind, args), { id, lostAt: Date.now() });
    lostAnswers.add(failure);
  }

  /** The key of what is done again; it serves once. */
  take(kind: string, args: unknown): string | undefined {
    const name = nameOf(kind, args);
    const sent = this.#sent.get(name);
    this.#sent.delete(name);
    return sent && Date.now() - sent.lostAt < REPETITION_MS ? sent.id : undefined;
  }
}

function nameOf(kind: string, args: unknown): string {
  return `${kind} ${JSON.stringify(args)}`;
}
