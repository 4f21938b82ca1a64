import type { AskedQuery } from "./quarantine.ts";

/**
 * The work that the function thread is in the middle of: a numbered call, or a live query. A live query is named in
 * full, because its client may be gone when the name is read.
 */
export type Activity = { kind: "call"; call: number } | ({ kind: "live" } & AskedQuery);

/** The indexes of the slots. `first` is the number of a call, or the length of a live query's name. */
const slotByName = { beat: 0, kind: 1, first: 2, disk: 3, thread: 4 } as const;
const slotBytes = 20;
/**
 * The bytes for the name of a live query: a part, three hashes and a path. A longer path is cut; it is for the log
 * alone.
 */
const nameBytes = 1024;
/** Stands for a missing hash. No hash has this text. */
const nobody = "-";

/** Shared memory in which the function thread shows that it is alive. It is readable while the thread is blocked. */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #slots: Int32Array;
  readonly #name: Buffer;
  readonly #running: Activity[] = [];

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(slotBytes + nameBytes)) {
    this.memory = memory;
    this.#slots = new Int32Array(memory, 0, slotBytes / 4);
    this.#name = Buffer.from(memory, slotBytes);
  }

  /** Counts a turn of the function thread. */
  beat(): void {
    Atomics.add(this.#slots, slotByName.beat, 1);
  }

  get beats(): number {
    return Atomics.load(this.#slots, slotByName.beat);
  }

  /** Stores the system's number of the function thread. */
  showThread(thread: number): void {
    Atomics.store(this.#slots, slotByName.thread, thread);
  }

  /** The system's number of the function thread; null when the system tells none. */
  get thread(): number | null {
    return Atomics.load(this.#slots, slotByName.thread) || null;
  }

  /** Runs work that waits for the disk. The watchdog sees meanwhile that no function is to blame. */
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

  /** The activity that began last and has not ended. A thread that is stuck is most likely stuck in it. */
  get current(): Activity | null {
    const first = Atomics.load(this.#slots, slotByName.first);
    switch (Atomics.load(this.#slots, slotByName.kind)) {
      case 1:
        return { kind: "call", call: first };
      case 2:
        return { kind: "live", ...this.#readName(first) };
      default:
        return null;
    }
  }

  #show(activity: Activity | null): void {
    const kind = activity === null ? 0 : activity.kind === "call" ? 1 : 2;
    if (activity?.kind === "call") Atomics.store(this.#slots, slotByName.first, activity.call);
    if (activity?.kind === "live") {
      const { part, argsHash, caller, account, path } = activity;
      const words = [part, argsHash, caller ?? nobody, account ?? nobody, path];
      const length = this.#name.write(words.join(" "));
      Atomics.store(this.#slots, slotByName.first, length);
    }
    Atomics.store(this.#slots, slotByName.kind, kind);
  }

  #readName(length: number): AskedQuery {
    const [part = "", argsHash = "", caller = "", account = "", path = ""] = this.#name
      .toString("utf8", 0, length)
      .split(" ");
    return { part, path, argsHash, caller: hashOrNull(caller), account: hashOrNull(account) };
  }
}

function hashOrNull(word: string): string | null {
  return word === nobody ? null : word;
}
