import type { Limits } from "../bounds/server-limits.ts";
import type { ClientStep, SocketRequest, TakeCallRoom } from "./client-steps.ts";

type Kind = SocketRequest["kind"];

/**
 * The unanswered calls of one client, in the order they came. Only so many of each kind run at a time, so that
 * mutations keep their order and no client takes the function thread for itself.
 */
export class RequestWindow {
  readonly #width: Record<Kind, number>;
  readonly #queued: Record<Kind, SocketRequest[]> = { mutation: [], action: [] };
  readonly #running: Record<Kind, number> = { mutation: 0, action: 0 };
  /** The caller of the mutations that run. */
  #writer: SocketRequest["caller"] | null = null;
  #heldBytes = 0;
  readonly #takeRoom: TakeCallRoom;
  readonly #room = new Map<SocketRequest, () => void>();

  constructor(
    limits: Pick<Limits, "mutationsInFlightPerClient" | "actionsInFlightPerClient">,
    takeRoom: TakeCallRoom,
  ) {
    const { mutationsInFlightPerClient: mutation, actionsInFlightPerClient: action } = limits;
    this.#width = { mutation, action };
    this.#takeRoom = takeRoom;
  }

  /** The queued and running calls of a kind. */
  size(kind: Kind): number {
    return this.#queued[kind].length + this.#running[kind];
  }

  /** The size of the arguments of all these calls. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Takes a call, and returns the steps that start calls now; null when there is no room for it. */
  push(request: SocketRequest): ClientStep[] | null {
    const leave = this.#takeRoom(request, request.args.length);
    if (leave === null) return null;
    this.#room.set(request, leave);
    this.#queued[request.kind].push(request);
    this.#heldBytes += request.args.length;
    return this.#startable(request.kind);
  }

  /** Takes the end of a call, and returns the steps that start calls now. */
  done(request: SocketRequest): ClientStep[] {
    const { kind } = request;
    this.#running[kind] -= 1;
    this.#forget(request);
    return this.#startable(kind);
  }

  /** Removes the calls that have not started. */
  dropQueued(): void {
    for (const queued of Object.values(this.#queued))
      for (const request of queued.splice(0)) this.#forget(request);
  }

  #forget(request: SocketRequest): void {
    this.#heldBytes -= request.args.length;
    this.#room.get(request)?.();
    this.#room.delete(request);
  }

  #startable(kind: Kind): ClientStep[] {
    const steps: ClientStep[] = [];
    const queued = this.#queued[kind];
    while (this.#running[kind] < this.#width[kind]) {
      const [request] = queued;
      if (request === undefined || this.#mustWait(request)) break;
      queued.shift();
      if (kind === "mutation") this.#writer = request.caller;
      this.#running[kind] += 1;
      steps.push({ do: "call", request });
    }
    return steps;
  }

  /**
   * True for a mutation of another caller than the running ones. Callers have turns of their own, so those must end
   * first.
   */
  #mustWait({ kind, caller }: SocketRequest): boolean {
    return kind === "mutation" && this.#running.mutation > 0 && caller !== this.#writer;
  }
}
