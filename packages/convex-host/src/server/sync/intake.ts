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
  paces: { own: Pace; all: Pace };
  limits: Pick<Limits, "waitingBytes" | "unsignedWaitingBytes">;
};

type Reader = Pick<ClientState, "isVerifying" | "isSignedIn" | "queuedBytes">;

/**
 * Decides when the next message of a client is read: after the one before, not while its token is checked, not faster than
 * it may send (SPEC B15), and not while its calls hold more than they may. Who must wait is not read, and loses nothing.
 */
export class Intake {
  readonly #options: IntakeOptions;
  readonly #state: Reader;
  #seat: UnsignedSeat | null;
  #hasMessage = false;
  #runningBytes = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: IntakeOptions, state: Reader) {
    this.#options = options;
    this.#state = state;
    this.#seat = options.seat;
  }

  /** A message was handled, at this cost. */
  received(cost: MessageCost): void {
    const { paces } = this.#options;
    this.#hasMessage = true;
    const waitMs = spendWithAll(this.#seat?.pace ?? paces.own, paces.all, cost);
    if (waitMs > 0) this.#timer = setTimeout(() => this.#endWait(), waitMs);
    this.#readOn();
  }

  /** Whoever is signed in may send more and counts as nobody's. False when there is no place for one more who is not. */
  callerChanged(): boolean {
    const { gate, takeSeat } = this.#options;
    const { isSignedIn } = this.#state;
    if (isSignedIn) this.#seat?.leave();
    this.#seat = isSignedIn ? null : (this.#seat ?? takeSeat());
    gate.isCounting = !isSignedIn;
    this.#readOn();
    return isSignedIn || this.#seat !== null;
  }

  /** A call with so many bytes was handed on; the returned function says that it was answered. */
  started(bytes: number): () => void {
    this.#runningBytes += bytes;
    return () => {
      this.#runningBytes -= bytes;
      this.#readOn();
    };
  }

  /** Nothing more is read but the goodbye. */
  finish(): void {
    this.#options.gate.finish();
  }

  closed(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#seat?.leave();
  }

  #endWait(): void {
    this.#timer = null;
    this.#readOn();
  }

  #readOn(): void {
    if (!this.#hasMessage || this.#isClosed || this.#timer !== null) return;
    if (this.#state.isVerifying || this.#holdsTooMuch()) return;
    this.#hasMessage = false;
    this.#options.gate.next();
  }

  #holdsTooMuch(): boolean {
    const { waitingBytes, unsignedWaitingBytes } = this.#options.limits;
    const held = this.#runningBytes + this.#state.queuedBytes;
    return held > (this.#state.isSignedIn ? waitingBytes : unsignedWaitingBytes);
  }
}
