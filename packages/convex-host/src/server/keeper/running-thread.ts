import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { describeError } from "../../log.ts";
import type { Batch } from "../../wire/message-batch.ts";
import type { CallEnd, FromThread, ThreadMessage, ToThread } from "../../wire/messages.ts";
import { Pulse } from "../../wire/pulse.ts";
import type { ThreadInfo, ThreadStart } from "../../wire/thread-start.ts";

/** The reason for which a thread ended without having been asked to. */
export type Death = { reason: string; isOutOfMemory: boolean };

export type ThreadProgram = {
  /** The bundle of the function thread. */
  entry: string | URL;
  /** The memory that its values may take; null leaves that to the engine. */
  heapMb: number | null;
};

export type ThreadListener = {
  onReady: (thread: RunningThread, info: ThreadInfo) => void;
  onMessage: (message: ThreadMessage) => void;
  onDeath: (death: Death) => void;
};

/**
 * For values that live as long as a call. The engine's own limit is four times as much, which it takes at the first burst and
 * never gives back.
 */
const youngGenerationMb = 12;

type Phase = "opened" | "starting" | "ready" | "over";

/**
 * One worker thread from its opening to its end. An opened one loads its code and waits for its start; it knows nothing of
 * the environment of the process.
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

  /** Resolves when functions can be called; rejects with what is wrong with the app or its data. Once. */
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

  /** Lets it finish what runs and close what is open, for at most `ms`. It is still to be ended. */
  async stop(ms: number): Promise<void> {
    if (this.#phase === "over") return;
    const stopped = new Promise<void>((resolve) => (this.#onStopped = resolve));
    const tooLong = setTimeout(() => this.#onStopped?.(), ms);
    this.post({ type: "stop" });
    await stopped;
    clearTimeout(tooLong);
  }

  /** Ends it where it stands, or when the disk lets it go. Nothing more is heard of it. */
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
        return this.#end({ reason: message.message, isOutOfMemory: false });
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
    if (phase === "starting") this.#settle?.reject(new Error(death.reason));
    if (phase !== "ready") return;
    // Asked to stop, it may end in its own way.
    if (this.#onStopped === null) this.#listener?.onDeath(death);
    else this.#onStopped();
  }
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
 * Keeps every loop of a function open to being ended. When the compiler unrolls a loop within a loop (`new Array(1000).fill()`
 * is one), it leaves the check for an end out of both: such a thread can neither be ended nor hears that its memory is full.
 * Concerns what is compiled from now on, in all threads.
 */
function keepLoopsEndable(): void {
  if (areLoopsEndable) return;
  areLoopsEndable = true;
  const [major] = process.versions.node.split(".");
  if (Number(major) >= firstUnrollingNode) setFlagsFromString("--no-turboshaft-loop-unrolling");
}

/** The threads of the host: with more cores than these, one is left for a helper. */
const ownThreads = 2;
let isAlone = false;

/**
 * Has each thread collect its short-lived values by itself where the threads of the host have all cores: the helpers of the engine
 * take their time from the other thread, and the collecting one waits for them. Concerns all threads, from now on.
 */
function collectWithoutHelpers(): void {
  if (isAlone || availableParallelism() > ownThreads) return;
  isAlone = true;
  setFlagsFromString("--no-parallel-scavenge");
}

/** So much more than what is in use after a collection, in percent, is taken before the next one begins. */
const growthPercent = 100;
let isEarly = false;

/**
 * Collects what lived long and is not in use any more before there is more of it than of what is. The engine's own limit is up to
 * four times what is in use. Concerns all threads, from now on.
 */
function collectEarly(): void {
  if (isEarly) return;
  isEarly = true;
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
