import { createStore } from "../../lib/store.ts";
import type { OutgoingPhoto, SendPhoto } from "./send-photo.ts";

/** A photo that is not stored yet. */
export type Upload = OutgoingPhoto & {
  state: "waiting" | "sending" | "failed";
  /** The sent share of it, from 0 to 1. */
  progress: number;
  /** Why it has failed. */
  error?: unknown;
};

/** The outcomes of the files of one run; cancelled ones do not count. */
export interface RunResult {
  uploaded: number;
  failed: number;
  lastError: unknown;
}

/** The listeners of the queue. */
export interface UploadReport {
  /** One of several files failed. */
  fileFailed: (photo: OutgoingPhoto, error: unknown) => void;
  runEnded: (result: RunResult) => void;
}

/**
 * Photos on their way, one at a time, in order. Owns their state and their cancelling; does not know how they are sent
 * nor how people hear of it. Lives longer than the dialog that filled it.
 */
export class UploadQueue {
  readonly #send: SendPhoto;
  readonly #report: UploadReport;
  readonly #store = createStore<readonly Upload[]>([]);
  #lastRun: Promise<void> = Promise.resolve();
  #sending: { key: string; controller: AbortController } | null = null;

  constructor(send: SendPhoto, report: UploadReport) {
    this.#send = send;
    this.#report = report;
  }

  readonly subscribe = this.#store.subscribe;
  readonly snapshot = this.#store.snapshot;

  /**
   * Sends these photos after all that wait already; resolves when the last one has its fate. The success of a quiet run
   * is not told: each photo shows it in its place.
   */
  add(photos: readonly OutgoingPhoto[], { isQuiet = false } = {}): Promise<void> {
    const waiting = photos.map((photo) => ({ ...photo, state: "waiting" as const, progress: 0 }));
    this.#store.set([...this.snapshot(), ...waiting]);
    return this.#run(
      photos.map(({ key }) => key),
      isQuiet,
    );
  }

  /** Sends failed photos once more. */
  retry(keys: readonly string[]): Promise<void> {
    const failed = this.snapshot().filter(
      ({ key, state }) => state === "failed" && keys.includes(key),
    );
    for (const { key } of failed) this.#change(key, { state: "waiting", progress: 0 });
    return this.#run(failed.map(({ key }) => key));
  }

  /** Forgets photos, whether they wait, are being sent, or have failed. */
  cancel(...keys: readonly string[]): void {
    if (this.#sending && keys.includes(this.#sending.key)) this.#sending.controller.abort();
    this.#store.set(this.snapshot().filter(({ key }) => !keys.includes(key)));
  }

  #run(keys: readonly string[], isQuiet = false): Promise<void> {
    this.#lastRun = this.#lastRun.then(() => this.#sendAll(keys, isQuiet));
    return this.#lastRun;
  }

  async #sendAll(keys: readonly string[], isQuiet: boolean): Promise<void> {
    const result: RunResult = { uploaded: 0, failed: 0, lastError: null };
    for (const key of keys) {
      const upload = this.snapshot().find((candidate) => candidate.key === key);
      if (!upload) continue;
      try {
        if (await this.#sendOne(upload)) result.uploaded++;
      } catch (error) {
        result.failed++;
        result.lastError = error;
        if (keys.length > 1) this.#report.fileFailed(upload, error);
      }
    }
    const isTold = result.failed > 0 || (result.uploaded > 0 && !isQuiet);
    if (isTold) this.#report.runEnded(result);
  }

  /** True when the photo is stored now; a cancelled one is not. */
  async #sendOne(upload: Upload): Promise<boolean> {
    const { key } = upload;
    const controller = new AbortController();
    this.#sending = { key, controller };
    this.#change(key, { state: "sending" });
    try {
      await this.#send(upload, {
        signal: controller.signal,
        onProgress: (progress) => this.#change(key, { progress }),
      });
      this.#store.set(this.snapshot().filter((other) => other.key !== key));
      return true;
    } catch (error) {
      if (controller.signal.aborted) return false;
      this.#change(key, { state: "failed", error });
      throw error;
    } finally {
      this.#sending = null;
    }
  }

  #change(key: string, change: Partial<Upload>): void {
    this.#store.set(
      this.snapshot().map((upload) => (upload.key === key ? { ...upload, ...change } : upload)),
    );
  }
}
