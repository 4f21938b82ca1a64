import type { HonestPerson } from "./honest-person.ts";
import { residentKb } from "./host-memory.ts";
import { megabytes } from "./parts.ts";
import type { KillableHost } from "../support/killable-host.ts";

export type FuzzFigures = {
  seconds: number;
  visits: number;
  statuses: Record<number, number>;
  honest: { writes: number; longestMs: number };
  memoryMb: { before: number; now: number };
};

/** The figures of a run so far. */
export class FuzzProgress {
  readonly statuses: Record<number, number> = {};
  visits = 0;
  readonly #startedAt = performance.now();
  readonly #host: KillableHost;
  readonly #person: HonestPerson;
  readonly #beforeKb: number;
  #lastKb: number;

  constructor(host: KillableHost, person: HonestPerson) {
    this.#host = host;
    this.#person = person;
    this.#beforeKb = residentKb(host.pid);
    this.#lastKb = this.#beforeKb;
  }

  noteStatus(status: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  /** The memory of a host that has exited is that of the last reading. */
  look(): FuzzFigures {
    if (this.#host.isRunning) this.#lastKb = residentKb(this.#host.pid);
    return {
      seconds: Math.round((performance.now() - this.#startedAt) / 1000),
      visits: this.visits,
      statuses: { ...this.statuses },
      honest: this.#person.soFar,
      memoryMb: { before: megabytes(this.#beforeKb), now: megabytes(this.#lastKb) },
    };
  }
}

/** Formats the figures as one line. */
export function lineOf({ seconds, visits, statuses, honest, memoryMb }: FuzzFigures): string {
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [
    `${seconds} s`,
    `${visits} visits`,
    `answers ${answers.join(", ") || "none"}`,
    `${memoryMb.now} MB (${memoryMb.before} MB before)`,
    `somebody honest wrote ${honest.writes} times and waited ${honest.longestMs} ms at most`,
  ].join("; ");
}
