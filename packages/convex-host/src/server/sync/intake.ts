import type { Limits } from "../bounds/server-limits.ts";
import type { ClientState } from "./client-state.ts";
import type { FrameGate } from "./frame-gate.ts";
import { type MessageCost, type Pace, spendWithAll } from "../bounds/pace.ts";
import type { UnsignedSeat } from "./unsigned-sockets.ts";

export type IntakeOptions = {
  gate: FrameGate;
  /**
   * The seat of this socket among those on which no caller is signed in. `takeSeat` takes another one after a sign-out.
   */
  seat: UnsignedSeat;
  takeSeat: () => UnsignedSeat | null;
  /**
   * Counts the socket to its signed-in caller until the returned function is called; null when the caller has too many.
   */
  countSignedIn: (caller: string) => (() => void) | null;
  paces: { own: Pace; all: Pace };
  limits: Pick<Limits, "waitingBytes" | "unsignedWaitingBytes">;
};

type Reader = Pick<ClientState, "isVerifying" | "callerName" | "heldBytes">;

/**
 * Decides when the next message of a client is read: after the one before, not while its token is checked, not faster
 * than it may send (SPEC B15), and not while its calls hold more than they may. A client that must wait is not read,
 * and loses nothing.
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

  /** Counts the cost of a message that was handled, then reads on like `readOn`. */
  received(cost: MessageCost): boolean {
    const { paces } = this.#options;
    const hasPlace = this.#takePlace();
    this.#hasMessage = true;
    const waitMs = spendWithAll(this.#seat?.pace ?? paces.own, paces.all, cost);
    if (waitMs > 0 && !this.#isFinished) this.#timer = setTimeout(() => this.#endWait(), waitMs);
    this.#letIn();
    return hasPlace;
  }

  /**
   * Reads the next message when it may come now. False when the client has no place: it signed out and all seats are
   * taken, or its caller has too many sockets.
   */
  readOn(): boolean {
    const hasPlace = this.#takePlace();
    this.#letIn();
    return hasPlace;
  }

  /** Reads nothing more but a close frame. */
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

  /** Gives the client its place. A signed-in client may send more and counts to its caller; any other needs a seat. */
  #takePlace(): boolean {
    if (this.#isFinished) return true;
    const { gate, takeSeat } = this.#options;
    const isSignedIn = this.#state.callerName !== null;
    if (isSignedIn) this.#seat?.leave();
    this.#seat = isSignedIn ? null : (this.#seat ?? takeSeat());
    gate.isCounting = !isSignedIn;
    return this.#countCaller() && (isSignedIn || this.#seat !== null);
  }

  /** Counts the socket to its caller. False when that caller is signed in on too many already. */
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
