import { answerMark } from "../../convex/rules/answerMark.ts";

/**
 * True for an answer of the server itself. Anything between it and this device can give any other answer, whatever its
 * status and its body: that counts as no answer, so nothing is dropped, refused or signed out because of it.
 */
export function isOfServer({ headers }: { headers: Pick<Headers, "has"> }): boolean {
  return headers.has(answerMark);
}

/** The error of a request without an answer of the server, of the same kind as that of `fetch` without a network. */
export class Unreachable extends TypeError {
  /** True when something else has answered. */
  readonly isAnswered: boolean;

  constructor({ isAnswered = false } = {}) {
    super("The server could not be reached");
    this.isAnswered = isAnswered;
  }
}
