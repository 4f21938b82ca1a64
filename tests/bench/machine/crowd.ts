import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Project } from "./company.ts";

/** The total number of people, spread over the projects of the company. */
export type CrowdSize = { url: string; people: number; company: readonly Project[] };

/** Lets the people work for this time, at `tempo` times the pace of the working day. */
export type CrowdWork = { tempo: number; milliseconds: number };

export type ToCrowd = CrowdSize | CrowdWork;

/** The figures in milliseconds; null if nothing was measured. */
export type CrowdFigures = {
  acts: number;
  actP99: number | null;
  /** From a change of screen until all its queries are answered. */
  openedP50: number | null;
  openedP99: number | null;
  /** The share of one core that the crowd's own process used. */
  cpuShare: number;
  failures: string[];
};

export type FromCrowd = CrowdFigures | null;

/** Simulated people with open pages, in their own process. */
export class Crowd {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor() {
    this.#child = fork(join(import.meta.dirname, "crowd-process.ts"), [], {
      execArgv: ["--import", "tsx"],
    });
    this.#ended = once(this.#child, "exit").then(() => {
      throw new Error("The process of the crowd ended.");
    });
    this.#ended.catch(() => undefined);
  }

  /** Resolves when this many people have their pages open. */
  async grow(size: CrowdSize): Promise<void> {
    await this.#ask(size);
  }

  async work(work: CrowdWork): Promise<CrowdFigures> {
    return (await this.#ask(work)) as CrowdFigures;
  }

  stop(): void {
    this.#child.kill();
  }

  async #ask(question: ToCrowd): Promise<FromCrowd> {
    const answered = new Promise((resolve) => this.#child.once("message", resolve));
    this.#child.send(question);
    return (await Promise.race([answered, this.#ended])) as FromCrowd;
  }
}
