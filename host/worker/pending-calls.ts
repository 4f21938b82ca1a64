import type { CallCommand, CallOutcome, FromThread } from "./messages.ts";

type Answer = Extract<
  FromThread,
  { type: "answer" | "answers" | "file" | "run-log" | "http-head" }
>;

export type PendingCall = {
  command: CallCommand;
  answer: (message: Answer) => void;
};

/** Calls that the function thread has not answered, in the order they were made. */
export class PendingCalls {
  readonly #send: (command: CallCommand) => boolean;
  readonly #calls = new Map<number, PendingCall & { isSent: boolean }>();
  #lastNumber = 0;

  /** `send` tells whether there was a thread to take the call. */
  constructor(send: (command: CallCommand) => boolean) {
    this.#send = send;
  }

  get size(): number {
    return this.#calls.size;
  }

  /** Numbers a call and sends it; with no thread to take it, it stays for `sendAll`. */
  add(command: CallCommand, answer: PendingCall["answer"]): number {
    this.#lastNumber = (this.#lastNumber + 1) % 0x7fff_ffff;
    const numbered = { ...command, call: this.#lastNumber };
    const pending = { command: numbered, answer, isSent: false };
    this.#calls.set(numbered.call, pending);
    this.#sendOne(pending);
    return numbered.call;
  }

  /** Sends everything that is unanswered to a new thread. */
  sendAll(): void {
    for (const pending of this.#calls.values()) this.#sendOne(pending);
  }

  /** A call that cannot be put into a message fails, and only that one. */
  #sendOne(pending: PendingCall & { isSent: boolean }): void {
    try {
      pending.isSent = this.#send(pending.command);
    } catch {
      const message = "The call cannot be carried out: what it brings along cannot be sent.";
      const outcome: CallOutcome = { ok: false, message, logLines: [], code: "BadRequest" };
      setImmediate(() => this.fail(pending.command.call, outcome));
    }
  }

  /** Nobody waits for this call any more, and no thread has taken it. */
  forget(call: number): void {
    this.#calls.delete(call);
  }

  settle(answer: Answer): void {
    const pending = this.#calls.get(answer.call);
    this.#calls.delete(answer.call);
    pending?.answer(answer);
  }

  /** Answers one call with a failure; returns what it was, null when it is not pending. */
  fail(call: number, outcome: CallOutcome): string | null {
    const pending = this.#calls.get(call);
    if (pending === undefined) return null;
    this.settle({ type: "answer", call, outcome });
    return nameOf(pending.command);
  }

  /** Fails what may have had effects and would have them twice; the rest stays to be sent, or sent again. */
  failUnrepeatable(message: string): void {
    for (const [call, { command, isSent }] of this.#calls)
      if (isSent && !isRepeatable(command))
        this.fail(call, { ok: false, message, logLines: [], code: "Interrupted" });
  }

  failAll(message: string): void {
    for (const call of [...this.#calls.keys()])
      this.fail(call, { ok: false, message, logLines: [], code: "Interrupted" });
  }
}

function isRepeatable(command: CallCommand): boolean {
  switch (command.type) {
    case "query":
    case "latest":
    case "find-file":
    case "check-upload":
    case "run-log":
    case "fail-import":
      return true;
    case "mutation":
      // Only a request with an id is carried out at most once.
      return command.request !== null;
    case "action":
    case "any":
    case "http":
    case "adopt-file":
    case "plan-import":
    case "begin-import":
      return false;
  }
}

function nameOf(command: CallCommand): string {
  switch (command.type) {
    case "mutation":
    case "action":
    case "any":
      return command.function.path;
    case "query":
      return command.queries.map(({ path }) => path).join(" ");
    case "http":
      return `${command.request.method} ${new URL(command.request.url).pathname}`;
    default:
      return command.type;
  }
}
