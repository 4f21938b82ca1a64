import type { Database } from "../database/types.ts";

const stateName = "jobs.state";
const noteName = "jobs.running";

/** How long after a death every mutation is noted before it runs. */
const carefulMs = 60_000;

/**
 * Keeps a scheduled mutation that kills the host (an endless loop, too much memory) from killing it at every start. After a
 * death, the mutation that runs is noted on disk; a start that finds the note has seen it die twice.
 */
export class CrashNote {
  readonly #meta: Database["meta"];
  readonly #clock: () => number;
  #carefulUntilMs = 0;

  constructor({ meta, clock }: { meta: Database["meta"]; clock: () => number }) {
    this.#meta = meta;
    this.#clock = clock;
  }

  /** Marks the host as running; the id of the mutation during which it died twice, or null. */
  open(): string | null {
    const hasDied = this.#meta.get(stateName) === "running";
    if (hasDied) this.#carefulUntilMs = this.#clock() + carefulMs;
    else this.#meta.set(stateName, "running");
    const noted = this.#meta.get(noteName) ?? "";
    this.#forget();
    return hasDied && noted !== "" ? noted : null;
  }

  begin(id: string): void {
    if (this.#clock() < this.#carefulUntilMs) this.#meta.set(noteName, id);
  }

  end(): void {
    this.#forget();
  }

  /** The host ends in good order. */
  close(): void {
    this.#meta.set(stateName, "stopped");
  }

  #forget(): void {
    if ((this.#meta.get(noteName) ?? "") !== "") this.#meta.set(noteName, "");
  }
}
