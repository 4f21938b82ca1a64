import { setTimeout as waitFor } from "node:timers/promises";
import type { Limits } from "../bounds/server-limits.ts";
import { describeError, type Logger } from "../../log.ts";
import type { Metrics } from "../bounds/metrics.ts";
import type { ThreadMessage } from "../../wire/messages.ts";
import type { Activity } from "../../wire/pulse.ts";
import type { ThreadInfo, ThreadStart } from "../../wire/thread-start.ts";
import { type Death, RunningThread } from "./running-thread.ts";
import { Watchdog } from "./watchdog.ts";
import type { QuarantinedQuery } from "../../wire/quarantine.ts";

type Once = Pick<ThreadStart, "variableChanges" | "importId" | "isFirst">;

/** The parts of its start in which a new thread differs from the old one. */
export type ThreadChange = Partial<Pick<ThreadStart, "appBundle"> & Once>;

/** A start that changes nothing. */
const noChange: Once = { variableChanges: [], importId: null, isFirst: false };

export type ThreadKeeperOptions = {
  entry: string | URL;
  /** A thread of the same entry that was opened ahead, for the first start. */
  opened?: RunningThread | null;
  start: Omit<ThreadStart, "pulse" | "quarantine" | keyof typeof noChange>;
  limits: Limits;
  log: Logger;
  metrics?: Metrics | null;
  /** Called when a thread cannot be ended: no other one can take its place then. */
  onUnending?: () => void;
  /** Waits before another start. Tests replace it. */
  wait?: (ms: number) => Promise<void>;
};

/** The events in the life of the thread, for the sender of its calls. */
export interface ThreadEvents {
  /** The thread takes calls. */
  ready(thread: RunningThread, info: ThreadInfo): void;
  message(message: ThreadMessage): void;
  /**
   * The thread is stuck in an activity, or out of memory. Returns the name to log; null when unknown. `lost` follows.
   */
  stuck(activity: Activity | null, cause: "time" | "memory"): string | null;
  /** The thread is gone, with all its work. `isExplained` is true when its calls will not end the next one too. */
  lost(loss: { isExplained: boolean }): void;
  /** A thread did not start in place of the lost one. Others are tried. */
  notStarted(): void;
  /** The queries that a new thread must not run. */
  quarantined(): QuarantinedQuery[];
}

/** Milliseconds for which a failure makes the next start wait longer. */
const calmMs = 60_000;
const longestWaitMs = 5000;

/**
 * Keeps one function thread running: starts it, watches it, and replaces it when it is stuck, dies or is to change. It
 * makes one step at a time, so two threads never have the database open.
 */
export class ThreadKeeper {
  readonly #options: ThreadKeeperOptions;
  readonly #events: ThreadEvents;
  readonly #watchdog: Watchdog;
  #appBundle: string;
  #opened: RunningThread | null;
  #current: RunningThread | null = null;
  #steps: Promise<unknown> = Promise.resolve();
  #recentFailures = 0;
  #isStopping = false;
  #giveUp: (() => void) | null = null;

  constructor(options: ThreadKeeperOptions, events: ThreadEvents) {
    this.#options = options;
    this.#events = events;
    this.#appBundle = options.start.appBundle;
    this.#opened = options.opened ?? null;
    const { blockedThreadMs } = options.limits;
    this.#watchdog = this.#createWatchdog(blockedThreadMs, () => this.#onBlocked());
  }

  /** The thread that takes calls; null while there is none. */
  get current(): RunningThread | null {
    return this.#current;
  }

  /** Resolves when functions can be called; rejects with the error of the app or its data. */
  start(): Promise<ThreadInfo> {
    return this.#inTurn(() => this.#spawn({ isFirst: true }));
  }

  /** Starts a new thread with a change. When it does not start, the old state goes on and the promise rejects. */
  replace(change: ThreadChange): Promise<ThreadInfo> {
    return this.#inTurn(async () => {
      await this.#end();
      this.#events.lost({ isExplained: true });
      try {
        const info = await this.#spawn(change);
        this.#appBundle = change.appBundle ?? this.#appBundle;
        return info;
      } catch (error) {
        await this.#startAgain();
        throw error;
      }
    });
  }

  /** Waits for running mutations, closes the database and ends the thread. One that is just starting is given up. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#giveUp?.();
    if (this.#opened !== null) await this.#terminate(this.#opened);
    await this.#inTurn(() => this.#end());
  }

  #inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const turn = this.#steps.then(step);
    this.#steps = turn.catch(() => undefined);
    return turn;
  }

  async #spawn(change: ThreadChange = {}): Promise<ThreadInfo> {
    if (this.#isStopping) throw new Error("The host is shutting down.");
    const { start } = this.#options;
    const usual = { appBundle: this.#appBundle, ...noChange };
    const thread = this.#open();
    const started = thread.start(
      { ...start, ...usual, ...change, quarantine: this.#events.quarantined() },
      {
        onReady: (ready, info) => this.#onReady(ready, info),
        onMessage: (message) => this.#events.message(message),
        onDeath: (death) => this.#onDeath(death),
      },
    );
    const givenUp = new Promise<never>((_, reject) => {
      this.#giveUp = () => reject(new Error("The host is shutting down."));
    });
    const { promise: stuck, watchdog } = this.#watchStart();
    watchdog.watch(thread.pulse);
    try {
      return await Promise.race([started, givenUp, stuck]);
    } catch (error) {
      await this.#terminate(thread);
      throw error;
    } finally {
      watchdog.stop();
      this.#giveUp = null;
    }
  }

  /**
   * Watches a start, which may take any time while the thread has turns or waits for the disk. A loop in loading code
   * does neither.
   */
  #watchStart(): { promise: Promise<never>; watchdog: Watchdog } {
    const { silentStartMs } = this.#options.limits;
    let watchdog: Watchdog;
    const promise = new Promise<never>((_, reject) => {
      const message = `The functions do not load: their code ran ${silentStartMs / 1000} s without an end.`;
      watchdog = this.#createWatchdog(silentStartMs, () => reject(new Error(message)));
    });
    return { promise, watchdog: watchdog! };
  }

  #open(): RunningThread {
    const { entry, limits } = this.#options;
    const thread = this.#opened ?? new RunningThread({ entry, heapMb: limits.heapMb });
    this.#opened = null;
    return thread;
  }

  /** Ends the current thread. New calls wait for the next one; answers of this one are taken until it has ended. */
  async #end(): Promise<void> {
    const thread = this.#current;
    this.#current = null;
    this.#watchdog.stop();
    if (thread === null) return;
    await thread.stop(this.#options.limits.stopMs);
    await this.#terminate(thread);
  }

  /**
   * Terminates a thread under a watchdog: one that neither waits for the disk nor can be ended would hold the data for
   * good.
   */
  async #terminate(thread: RunningThread): Promise<void> {
    const { limits, log, onUnending } = this.#options;
    const limitMs = limits.unendingThreadMs;
    const watchdog = this.#createWatchdog(limitMs, () => {
      log.error("function-thread.unending", { ms: limitMs });
      onUnending?.();
    });
    watchdog.watch(thread.pulse);
    await thread.terminate();
    watchdog.stop();
  }

  #createWatchdog(limitMs: number, onBlocked: () => void): Watchdog {
    const { log, limits } = this.#options;
    const slowDiskMs = limits.blockedThreadMs;
    const onSlowDisk = (ms: number) => log.warn("disk.slow", { ms });
    return new Watchdog({ limitMs, slowDiskMs, onBlocked, onSlowDisk });
  }

  #onReady(thread: RunningThread, info: ThreadInfo): void {
    this.#current = thread;
    this.#watchdog.watch(thread.pulse);
    this.#events.ready(thread, info);
  }

  #onDeath({ reason, isOutOfMemory }: Death): void {
    const activity = this.#current?.pulse.current ?? null;
    this.#current = null;
    this.#watchdog.stop();
    if (this.#isStopping) return;
    // A function that filled the memory would do so again. Any other death may be no function's fault.
    const guilty = isOutOfMemory ? this.#events.stuck(activity, "memory") : null;
    this.#options.log.error("function-thread.died", { reason, guilty: guilty ?? "unknown" });
    this.#options.metrics?.threadLost("died");
    this.#events.lost({ isExplained: guilty !== null });
    void this.#restart();
  }

  #onBlocked(): void {
    const thread = this.#current;
    if (thread === null) return;
    this.#current = null;
    const guilty = this.#events.stuck(thread.pulse.current, "time");
    this.#options.log.error("function-thread.blocked", { guilty: guilty ?? "unknown" });
    this.#options.metrics?.threadLost("blocked");
    this.#events.lost({ isExplained: guilty !== null });
    void this.#inTurn(() => this.#terminate(thread)).then(() => this.#restart());
  }

  /** Starts another thread, after a pause when that happens again and again. A change need not wait for it. */
  async #restart(): Promise<void> {
    const { wait = waitFor } = this.#options;
    const failures = this.#recentFailures;
    this.#recentFailures += 1;
    setTimeout(() => (this.#recentFailures -= 1), calmMs).unref();
    await wait(failures === 0 ? 0 : Math.min(100 * 2 ** failures, longestWaitMs));
    await this.#inTurn(() => this.#startAgain());
  }

  async #startAgain(): Promise<void> {
    // A change may have started one meanwhile.
    if (this.#isStopping || this.#current !== null) return;
    try {
      await this.#spawn();
    } catch (error) {
      if (this.#isStopping) return;
      this.#options.log.error("function-thread.restart-failed", { error: describeError(error) });
      this.#events.notStarted();
      void this.#restart();
    }
  }
}
