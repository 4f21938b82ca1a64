import type { Answer, Asked, CallOutcome, FailureCode } from "../../wire/commands.ts";
import type { AskMessage, CallEnd } from "../../wire/messages.ts";
import type { RunningThread } from "./running-thread.ts";

/** A failure of the function thread, or of the way to it. A function that fails is an answer instead. */
export class ThreadFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The end of a call: its answer or its failure. */
type Ending = { answer: Answer } | { failure: ThreadFailure };

type PendingCall = {
  message: AskMessage;
  resolve: (answer: Answer) => void;
  reject: (failure: ThreadFailure) => void;
  isSent: boolean;
  /** The number of threads that were lost with it for an unknown reason. */
  losses: number;
  /** The end of a mutation when its answer is not stored. */
  unlessStored: Ending;
};

/** The number of lost threads from which on a call may be what ends them. */
const mostLosses = 5;

const interrupted: Ending = {
  failure: new ThreadFailure(
    "Interrupted",
    "The function was interrupted, and may or may not have done its work.",
  ),
};
const unsendable: Ending = {
  failure: new ThreadFailure(
    "BadRequest",
    "The call cannot be carried out: what it brings along cannot be sent.",
  ),
};

const unavailable: Ending = {
  failure: new ThreadFailure(
    "Unavailable",
    "The server cannot open its data at the moment. Nothing was done. It tries again by itself, so try again later.",
  ),
};

/** Calls that are unanswered, in the order they were made. Numbers them, and ends each exactly once. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  #lastNumber = 0;
  /** The end of every later call; null while there may be another thread. */
  #closed: Ending | null = null;
  /** True while no thread starts: a call whose caller waits for the answer ends at once. */
  #isUnavailable = false;

  get size(): number {
    return this.#calls.size;
  }

  /** Numbers a call and sends it. Without a thread, the call waits for `sendAll`. */
  add(asked: Asked, thread: RunningThread | null): { call: number; answer: Promise<Answer> } {
    this.#lastNumber = (this.#lastNumber + 1) % 0x7fff_ffff;
    const call = this.#lastNumber;
    const answer = new Promise<Answer>((resolve, reject) => {
      const message: AskMessage = { type: "ask", call, asked };
      const unlessStored = interrupted;
      const pending = { message, resolve, reject, isSent: false, losses: 0, unlessStored };
      this.#calls.set(call, pending);
      if (this.#closed !== null) this.#end(pending, this.#closed);
      else if (thread === null && this.#isUnavailable && !canWait(asked))
        this.#end(pending, refusalOf(asked));
      else if (thread !== null) this.#send(pending, thread);
    });
    return { call, answer };
  }

  /** Ends the calls that wait for a thread, and each later one, because none has started for long. */
  refuseWaiting(): void {
    this.#isUnavailable = true;
    for (const pending of this.#calls.values())
      if (!pending.isSent && !canWait(pending.message.asked))
        this.#end(pending, refusalOf(pending.message.asked));
  }

  /** Sends all unanswered calls to a new thread. */
  sendAll(thread: RunningThread): void {
    this.#isUnavailable = false;
    for (const pending of this.#calls.values()) this.#send(pending, thread);
  }

  /** Removes a call whose caller has gone and that no thread has taken. */
  forget(call: number): void {
    this.#calls.delete(call);
  }

  /** Ends a call with the thread's answer or failure. */
  receive(message: CallEnd): void {
    const pending = this.#calls.get(message.call);
    if (pending === undefined) return;
    if (message.type === "failed")
      return this.#end(pending, { failure: new ThreadFailure(message.code, message.message) });
    const { answer } = message;
    const isMissing = pending.message.asked.name === "stored-answer" && answer === null;
    this.#end(pending, isMissing ? pending.unlessStored : { answer });
  }

  /**
   * Ends a call whose functions were ended with their thread, and returns its name; null when it is not pending. A
   * request with an id may be stored all the same: the next thread looks, and the call ends with `outcome` only when it
   * is not.
   */
  blame(call: number, outcome: Extract<CallOutcome, { ok: false }>): string | null {
    const pending = this.#calls.get(call);
    if (pending === undefined) return null;
    const name = nameOf(pending.message.asked);
    const answer = answerOf(pending.message.asked, outcome);
    const failure = new ThreadFailure("Internal", outcome.message);
    this.#endUnlessStored(pending, answer === null ? { failure } : { answer });
    return name;
  }

  /**
   * Handles the loss of the thread. Calls that may have had effects, and would have them twice, end. The others are
   * sent again to the next thread, but only a few times when the reason of the losses is unknown.
   */
  lose({ isExplained }: { isExplained: boolean }): void {
    for (const pending of this.#calls.values()) {
      if (!pending.isSent) continue;
      if (!isExplained) pending.losses += 1;
      if (!isRepeatable(pending.message.asked) || pending.losses >= mostLosses)
        this.#endUnlessStored(pending, interrupted);
      // The call is with no thread now.
      else pending.isSent = false;
    }
  }

  /** Ends every call, and each later one, because there will be no other thread. */
  close(message: string): void {
    this.#closed = { failure: new ThreadFailure("Interrupted", message) };
    for (const pending of this.#calls.values()) this.#end(pending, this.#closed);
  }

  /** Sends a call. A call that cannot be put into a message fails alone. */
  #send(pending: PendingCall, thread: RunningThread): void {
    try {
      thread.post(pending.message);
      pending.isSent = true;
    } catch {
      this.#end(pending, unsendable);
    }
  }

  #endUnlessStored(pending: PendingCall, ending: Ending): void {
    const { call, asked } = pending.message;
    if (asked.name === "stored-answer") return;
    if (asked.name !== "mutation" || asked.question.request === null)
      return this.#end(pending, ending);
    const { request } = asked.question;
    const question = { ...asked.question, request };
    pending.message = { type: "ask", call, asked: { name: "stored-answer", question } };
    pending.isSent = false;
    pending.unlessStored = ending;
  }

  #end({ message, resolve, reject }: PendingCall, ending: Ending): void {
    this.#calls.delete(message.call);
    if ("failure" in ending) reject(ending.failure);
    else resolve(ending.answer);
  }
}

/** The answer to a call whose functions all have this outcome; null for a command that runs none. */
export function answerOf(asked: Asked, outcome: CallOutcome): Answer {
  switch (asked.name) {
    case "mutation":
    case "stored-answer":
    case "action":
    case "any":
    case "inline-query":
      return outcome;
    case "query":
      return { outcomes: asked.question.queries.map(() => outcome), ts: null };
    default:
      return null;
  }
}

function isRepeatable(asked: Asked): boolean {
  switch (asked.name) {
    case "query":
    case "latest":
    case "find-file":
    case "check-upload":
    case "run-log":
    case "fail-import":
    case "stored-answer":
      return true;
    case "adopt-file":
      // The id of the file is chosen before: one that is stored is found again.
      return true;
    case "mutation":
      // Only a request with an id is executed at most once.
      return asked.question.request !== null;
    case "action":
    case "any":
    case "http":
    case "inline-query":
    case "plan-import":
    case "begin-import":
      return false;
  }
}

/**
 * True for calls that wait until a thread starts, however long: work of the host's own, and calls of pages, which keep
 * them in sight. A page takes the failure of its call for a refusal.
 */
function canWait(asked: Asked): boolean {
  switch (asked.name) {
    case "mutation":
      return asked.question.request !== null;
    case "action":
      return asked.question.client !== null;
    case "stored-answer":
    case "fail-import":
      return true;
    default:
      return false;
  }
}

/** The end of a call that waits for no thread. A lost thread may have stored a file before it was lost. */
function refusalOf({ name }: Asked): Ending {
  return name === "adopt-file" ? interrupted : unavailable;
}

function nameOf(asked: Asked): string {
  switch (asked.name) {
    case "mutation":
    case "stored-answer":
    case "action":
    case "any":
      return asked.question.function.path;
    case "query":
      return asked.question.queries.map(({ path }) => path).join(" ");
    case "http":
      return `${asked.question.request.method} ${new URL(asked.question.request.url).pathname}`;
    default:
      return asked.name;
  }
}
