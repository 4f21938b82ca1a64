import type { Limits } from "../bounds/server-limits.ts";
import type { ClientState } from "./client-state.ts";
import type { FrameGate } from "./frame-gate.ts";
import { type MessageCost, type Pace, spendWithAll } from "../bounds/pace.ts";
import type { UnsignedSeat } from "./unsigned-sockets.ts";

export type IntakeOptions = {
  gate: FrameGate;
  /** The place of this socket among those that nobody is signed in on, and another one when it becomes one again. */
  seat: UnsignedSeat;
  takeSeat: () => UnsignedSeat | null;
  /** Counts it among those that this caller is signed in on, until the returned function is called; null for one too many. */
  countSignedIn: (caller: string) => (() => void) | null;
  paces: { own: Pace; all: Pace };
  limits: Pick<Limits, "waitingBytes" | "unsignedWaitingBytes">;
};

type Reader = Pick<ClientState, "isVerifying" | "callerName" | "heldBytes">;

/**
 * Decides when the next message of a client is read: after the one before, not while its token is checked, not faster than
 * it may send (SPEC B15), and not while its calls hold more than they may. Who must wait is not read, and loses nothing.
 */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #state: Reader;
  #seat: UnsignedSeat | null;
  #counted: { caller: string; leave: () => void } | null = null;
  #hasMessage = false;
  #timer: NodeJS.Timeout | null = null;
  #isFinished = false;

  constructor(options: IntakeOptions, state: Reader) {
    this.#options = options;
    this.#state = state;
    this.#seat = options.seat;
  }

  /** Counts the cost of a message that was handled, then reads on as `readOn` does. */
  received(cost: MessageCost): boolean {
    const { paces } = this.#options;
    const hasPlace = this.#takePlace();
    this.#hasMessage = true;
    const waitMs = spendWithAll(this.#seat?.pace ?? paces.own, paces.all, cost);
    if (waitMs > 0 && !this.#isFinished) this.#timer = setTimeout(() => this.#endWait(), waitMs);
    this.#letIn();
    return hasPlace;
  }

  /** Reads the next message when it may come now. False when the client is not signed in any more and there is no place for it. */
  readOn(): boolean {
    const hasPlace = this.#takePlace();
    this.#letIn();
    return hasPlace;
  }

  /** Nothing more is read but the goodbye. */
  finish(): void {
    this.#isFinished = true;
    this.#options.gate.finish();
  }

  closed(): void {
    this.#isFinished = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#seat?.leave();
    this.#counted?.leave();
  }

  /** A client that is signed in may send more, and has its place among those of its caller. */
  #takePlace(): boolean {
    if (this.#isFinished) return true;
    const { gate, takeSeat } = this.#options;
    const isSignedIn = this.#state.callerName !== null;
    if (isSignedIn) this.#seat?.leave();
    this.#seat = isSignedIn ? null : (this.#seat ?? takeSeat());
    gate.isCounting = !isSignedIn;
    return this.#countCaller() && (isSignedIn || this.#seat !== null);
  }

  /** False when its caller is signed in on too many already. */
  #countCaller(): boolean {
    const { callerName: caller } = this.#state;
    if (this.#counted?.caller === caller) return true;
    this.#counted?.leave();
    this.#counted = null;
    if (caller === null) return true;
    const leave = this.#options.countSignedIn(caller);
    if (leave !== null) this.#counted = { caller, leave };
    return leave !== null;
  }

  #endWait(): void {
    this.#timer = null;
    this.#letIn();
  }

  #letIn(): void {
    if (!this.#hasMessage || this.#isFinished || this.#timer !== null) return;
    if (this.#state.isVerifying || this.#holdsTooMuch()) return;
    this.#hasMessage = false;
    this.#options.gate.next();
  }

  #holdsTooMuch(): boolean {
    const { waitingBytes, unsignedWaitingBytes } = this.#options.limits;
    const { heldBytes, callerName } = this.#state;
    return heldBytes > (callerName === null ? unsignedWaitingBytes : waitingBytes);
  }
}
