import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { describeError } from "../../log.ts";
import type { Batch } from "../../wire/message-batch.ts";
import type { CallEnd, FromThread, ThreadMessage, ToThread } from "../../wire/messages.ts";
import { Pulse } from "../../wire/pulse.ts";
import type { ThreadInfo, ThreadStart } from "../../wire/thread-start.ts";
import { ThreadFailure } from "./pending-calls.ts";

/** The reason for which a thread ended without having been asked to. A disk refuses starts alone. */
export type Death = { reason: string; isOutOfMemory: boolean; isOfDisk?: boolean };

export type ThreadProgram = {
  /** The bundle of the function thread. */
  entry: string | URL;
  /** The most megabytes of its heap; null leaves that to the engine. */
  heapMb: number | null;
};

export type ThreadListener = {
  onReady: (thread: RunningThread, info: ThreadInfo) => void;
  onMessage: (message: ThreadMessage) => void;
  onDeath: (death: Death) => void;
};

/**
 * Megabytes for values that live as long as a call. The engine's own limit is four times as much, which it takes at the
 * first burst and never gives back.
 */
const youngGenerationMb = 12;

type Phase = "opened" | "starting" | "ready" | "over";

/**
 * One worker thread from its creation to its end. An opened thread loads its code and waits for its start. It sees
 * nothing of the environment of the process.
 */
export class RunningThread {
  readonly pulse = new Pulse();
  readonly #worker: Worker;
  #phase: Phase = "opened";
  #listener: ThreadListener | null = null;
  #settle: { resolve: (info: ThreadInfo) => void; reject: (error: Error) => void } | null = null;
  #earlyDeath: Death | null = null;
  #onStopped: (() => void) | null = null;

  constructor({ entry, heapMb }: ThreadProgram) {
    keepLoopsEndable();
    collectWithoutHelpers();
    collectEarly();
    this.#worker = new Worker(entry, {
      env: {},
      resourceLimits: {
        maxYoungGenerationSizeMb: youngGenerationMb,
        ...(heapMb === null ? {} : { maxOldGenerationSizeMb: heapMb }),
      },
    });
    this.#worker.on("message", (message: FromThread | Batch<CallEnd>) => {
      if (message.type !== "batch") return this.#receive(message);
      for (const end of message.messages) this.#receive(end);
    });
    this.#worker.on("error", (error) => this.#end(deathBy(error)));
    this.#worker.on("exit", () => this.#end(quietDeath));
  }

  /** Resolves when functions can be called; rejects with the error of the app or its data. May be called once. */
  start(start: Omit<ThreadStart, "pulse">, listener: ThreadListener): Promise<ThreadInfo> {
    if (this.#earlyDeath !== null) return Promise.reject(new Error(this.#earlyDeath.reason));
    this.#phase = "starting";
    this.#listener = listener;
    this.post({ type: "start", start: { ...start, pulse: this.pulse.memory } });
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  post(message: ToThread, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  /**
   * Lets the thread finish what runs and close what is open, for at most `ms` milliseconds. `terminate` still has to
   * follow.
   */
  async stop(ms: number): Promise<void> {
    if (this.#phase === "over") return;
    const stopped = new Promise<void>((resolve) => (this.#onStopped = resolve));
    const tooLong = setTimeout(() => this.#onStopped?.(), ms);
    this.post({ type: "stop" });
    await stopped;
    clearTimeout(tooLong);
  }

  /** Ends the thread at once, or when its disk call returns. No event of it follows. */
  async terminate(): Promise<void> {
    this.#phase = "over";
    await this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    if (this.#phase === "over") return;
    switch (message.type) {
      case "ready":
        this.#phase = "ready";
        this.#listener?.onReady(this, message.info);
        return this.#settle?.resolve(message.info);
      case "start-failed":
        return this.#end({
          reason: message.message,
          isOutOfMemory: false,
          isOfDisk: message.isOfDisk,
        });
      case "stopped":
        return this.#onStopped?.();
      default:
        this.#listener?.onMessage(message);
    }
  }

  #end(death: Death): void {
    const phase = this.#phase;
    this.#phase = "over";
    if (phase === "opened") this.#earlyDeath = death;
    if (phase === "starting") this.#settle?.reject(errorOf(death));
    if (phase !== "ready") return;
    // A thread that was asked to stop may end in its own way.
    if (this.#onStopped === null) this.#listener?.onDeath(death);
    else this.#onStopped();
  }
}

function errorOf({ reason, isOfDisk }: Death): Error {
  return isOfDisk === true ? new ThreadFailure("NotStored", reason) : new Error(reason);
}

const quietDeath: Death = { reason: "The function thread ended.", isOutOfMemory: false };

function deathBy(error: unknown): Death {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return { reason: describeError(error), isOutOfMemory: code === "ERR_WORKER_OUT_OF_MEMORY" };
}

/** The first Node whose compiler unrolls loops. */
const firstUnrollingNode = 24;
let areLoopsEndable = false;

/**
 * Keeps every loop of a function terminable. When the compiler unrolls a loop within a loop (`new Array(1000).fill()`
 * is one), it leaves the interrupt check out of both: such a thread can neither be terminated nor notices that its
 * memory is full. The flag holds for all code that is compiled later, in all threads.
 */
function keepLoopsEndable(): void {
  if (areLoopsEndable) return;
  areLoopsEndable = true;
  const [major] = process.versions.node.split(".");
  if (Number(major) >= firstUnrollingNode) setFlagsFromString("--no-turboshaft-loop-unrolling");
}

/** The threads of the host. With more cores than these, one is left for a helper thread of the engine. */
const ownThreads = 2;
let isAlone = false;

/**
 * Makes each thread collect its short-lived values alone when the threads of the host use all cores: helper threads of
 * the engine would take time from the other thread, and the collecting one would wait for them. The flag holds for all
 * threads.
 */
function collectWithoutHelpers(): void {
  if (isAlone || availableParallelism() > ownThreads) return;
  isAlone = true;
  setFlagsFromString("--no-parallel-scavenge");
}

/** The growth after a full collection, in percent of the live values, at which the next one begins. */
const growthPercent = 100;
let isEarly = false;

/**
 * Makes full collections begin before there is more garbage than live values. The engine's own limit is up to four
 * times the live values. The flag holds for all threads.
 */
function collectEarly(): void {
  if (isEarly) return;
  isEarly = true;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
