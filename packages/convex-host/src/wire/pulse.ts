/** What the function thread is in the middle of: a numbered call, or a live query of a client, by the host's number for it. */
export type Activity =
  { kind: "call"; call: number } | { kind: "live"; client: number; serial: number };

const slotByName = { beat: 0, kind: 1, first: 2, second: 3, disk: 4 } as const;

/** Shared memory in which the function thread shows that it is alive, readable while it is not. */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array;
  readonly #running: Activity[] = [];

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(20)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory);
  }

  /** The function thread had a turn. */
  beat(): void {
    Atomics.add(this.#slots, slotByName.beat, 1);
  }

  get beats(): number {
    return Atomics.load(this.#slots, slotByName.beat);
  }

  /** Carries out what waits for the disk; whoever looks meanwhile sees that no function is to blame. */
  onDisk<T>(work: () => T): T {
    Atomics.add(this.#slots, slotByName.disk, 1);
    try {
      return work();
    } finally {
      Atomics.sub(this.#slots, slotByName.disk, 1);
      this.beat();
    }
  }

  get isOnDisk(): boolean {
    return Atomics.load(this.#slots, slotByName.disk) > 0;
  }

  /** Notes that `activity` is running until the returned function is called. */
  enter(activity: Activity): () => void {
    this.#running.push(activity);
    this.#show(activity);
    return () => {
      const index = this.#running.lastIndexOf(activity);
      if (index >= 0) this.#running.splice(index, 1);
      this.#show(this.#running.at(-1) ?? null);
    };
  }

  /** What was started last and has not ended: if the thread is stuck, most likely in this. */
  get current(): Activity | null {
    const first = Atomics.load(this.#slots, slotByName.first);
    switch (Atomics.load(this.#slots, slotByName.kind)) {
      case 1:
        return { kind: "call", call: first };
      case 2:
        return {
          kind: "live",
          client: first,
          serial: Atomics.load(this.#slots, slotByName.second),
        };
      default:
        return null;
    }
  }

  #show(activity: Activity | null): void {
    const kind = activity === null ? 0 : activity.kind === "call" ? 1 : 2;
    if (activity?.kind === "call") Atomics.store(this.#slots, slotByName.first, activity.call);
    if (activity?.kind === "live") {
      Atomics.store(this.#slots, slotByName.first, activity.client);
      Atomics.store(this.#slots, slotByName.second, activity.serial);
    }
    Atomics.store(this.#slots, slotByName.kind, kind);
  }
}
