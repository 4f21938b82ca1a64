import type { MetaDoor } from "../../database/tables/meta-texts.ts";

type Meta = Pick<MetaDoor, "get" | "set">;

const stateName = "jobs.state";
const noteName = "jobs.running";

/** Milliseconds after a crash in which every mutation is noted before it runs. */
const carefulMs = 60_000;

/** Noted crashes in a row after which a mutation is given up. A single crash may have any other cause. */
const deadlyDeaths = 2;

/**
 * Keeps a scheduled mutation that kills the host (an endless loop, too much memory) from killing it at every start.
 * After a crash, each running mutation is noted on disk, with the number of crashes in it. A mutation with one crash
 * runs again after a wait, because the cause may be a power cut or a restart. The wait keeps a host that is killed
 * repeatedly for other reasons from dying in it twice.
 */
export class CrashNote {
  readonly #meta: Meta;
  readonly #clock: () => number;
  readonly #suspectWaitMs: number;
  readonly #onError: (error: unknown) => void;
  #openedMs = 0;
  #carefulUntilMs = 0;
  #suspect = { id: "", deaths: 0 };
  /** The mutation that the note on disk names. */
  #noted: string | null = null;

  constructor(options: {
    meta: Meta;
    clock: () => number;
    /** The wait in milliseconds after a start for a mutation in which the host died. */
    suspectWaitMs: number;
    /** Called when a note cannot be written, as on a full disk. The host goes on without it. */
    onError: (error: unknown) => void;
  }) {
    this.#meta = options.meta;
    this.#clock = options.clock;
    this.#suspectWaitMs = options.suspectWaitMs;
    this.#onError = options.onError;
  }

  /** The mutation in which the host died twice; null when there is none. */
  get deadlyId(): string | null {
    return this.#suspect.deaths >= deadlyDeaths ? this.#suspect.id : null;
  }

  /** Returns the time at which a due mutation may run: its due time, or later when the host died in it. */
  dueMs(id: string, dueMs: number): number {
    if (id !== this.#suspect.id || id === this.deadlyId) return dueMs;
    return Math.max(dueMs, this.#openedMs + this.#suspectWaitMs);
  }

  /** Marks the host as running and reads the note of the last crash. */
  open(): void {
    this.#openedMs = this.#clock();
    const hasDied = this.#meta.get(stateName) === "running";
    const note = this.#meta.get(noteName) ?? "";
    const [id = "", deaths = "0"] = note.split(" ");
    if (note !== "") this.#write(noteName, "");
    if (!hasDied) {
      this.#write(stateName, "running");
      return;
    }
    this.#carefulUntilMs = this.#openedMs + carefulMs;
    if (id !== "") this.#suspect = { id, deaths: Number(deaths) + 1 };
  }

  begin(id: string): void {
    if (this.#clock() >= this.#carefulUntilMs) return;
    const deaths = id === this.#suspect.id ? this.#suspect.deaths : 0;
    this.#noted = id;
    this.#write(noteName, `${id} ${deaths}`);
  }

  /** The mutation is on disk. The note stays when it names a later mutation that has begun meanwhile. */
  end(id: string): void {
    if (this.#noted !== id) return;
    this.#noted = null;
    this.#write(noteName, "");
  }

  /** Marks a regular end of the host. */
  close(): void {
    this.#write(stateName, "stopped");
  }

  #write(name: string, text: string): void {
    try {
      this.#meta.set(name, text);
    } catch (error) {
      this.#onError(error);
    }
  }
}
