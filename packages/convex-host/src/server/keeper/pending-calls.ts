import type { CallCommand, CallOutcome, FromThread } from "../../wire/messages.ts";

type Answer = Extract<
  FromThread,
  { type: "answer" | "answers" | "file" | "run-log" | "http-head" }
>;

export type PendingCall = {
  command: CallCommand;
  answer: (message: Answer) => void;
};

type SentCall = PendingCall & {
  isSent: boolean;
  /** How many threads were lost with it for no known reason. */
  losses: number;
};

/** A call with which so many threads were lost may be what ends them. */
const mostLosses = 5;

const interrupted: Extract<CallOutcome, { ok: false }> = {
  ok: false,
  message: "The function was interrupted, and may or may not have done its work.",
  logLines: [],
  code: "Interrupted",
};

/** Calls that the function thread has not answered, in the order they were made. */
export class PendingCalls {
  readonly #send: (command: CallCommand) => boolean;
  readonly #calls = new Map<number, SentCall>();
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
    const pending = { command: numbered, answer, isSent: false, losses: 0 };
    this.#calls.set(numbered.call, pending);
    this.#sendOne(pending);
    return numbered.call;
  }

  /** Sends everything that is unanswered to a new thread. */
  sendAll(): void {
    for (const pending of this.#calls.values()) this.#sendOne(pending);
  }

  /** A call that cannot be put into a message fails, and only that one. */
  #sendOne(pending: SentCall): void {
    try {
      pending.isSent = this.#send(pending.command);
    } catch {
      const message = "The call cannot be carried out: what it brings along cannot be sent.";
      const outcome: CallOutcome = { ok: false, message, logLines: [], code: "BadRequest" };
      setImmediate(() => this.settle({ type: "answer", call: pending.command.call, outcome }));
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

  /**
   * Ends a call of a lost thread, and returns what it was; null when it is not pending. A request with an id may be stored all
   * the same: the next thread looks, and answers it with `outcome` only if it is not.
   */
  end(call: number, outcome: CallOutcome): string | null {
    const pending = this.#calls.get(call);
    if (pending === undefined) return null;
    const { command } = pending;
    if (command.type === "mutation" && command.request !== null) {
      pending.command = { ...command, type: "settle", request: command.request, outcome };
      pending.isSent = false;
    } else if (command.type !== "settle") this.settle({ type: "answer", call, outcome });
    return nameOf(command);
  }

  /**
   * The thread is gone. Ends what may have had effects and would have them twice; the rest stays to be sent, or sent again:
   * but nothing for ever, when nobody knows why threads are lost with it.
   */
  lose({ isExplained }: { isExplained: boolean }): void {
    for (const [call, pending] of this.#calls) {
      if (!pending.isSent) continue;
      if (!isExplained) pending.losses += 1;
      if (!isRepeatable(pending.command) || pending.losses >= mostLosses)
        this.end(call, interrupted);
    }
  }

  failAll(message: string): void {
    for (const call of [...this.#calls.keys()])
      this.settle({ type: "answer", call, outcome: { ...interrupted, message } });
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
    case "settle":
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
    case "settle":
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
