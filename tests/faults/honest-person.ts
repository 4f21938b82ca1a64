import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { HonestFigures, HonestMessage } from "./honest-work.ts";

/** The process of an honest person, who works at both doors from the start. */
export class HonestPerson {
  readonly #child: ChildProcess;
  #isWorking = true;
  readonly #figures: Promise<HonestFigures>;
  #soFar: HonestFigures = { writes: 0, longestMs: 0, wrong: null };

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#figures = new Promise((resolve) => {
      child.on("message", (message) => {
        const { isLast, ...figures } = message as HonestMessage;
        this.#soFar = figures;
        if (isLast) resolve(figures);
      });
      child.once("exit", (code) =>
        resolve({ ...this.#soFar, wrong: `Somebody honest ended with ${code}.` }),
      );
    });
    void this.#figures.then(() => (this.#isWorking = false));
  }

  /** Resolves when the first piece of work has succeeded or failed. */
  static async start(url: string, { restMs = 0 } = {}): Promise<HonestPerson> {
    const child = fork(join(import.meta.dirname, "honest-work.ts"), [url, String(restMs)], {
      execArgv: ["--import", "tsx"],
    });
    const person = new HonestPerson(child);
    await Promise.race([once(child, "message"), person.#figures]);
    return person;
  }

  /** False after a failure. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  get soFar(): Omit<HonestFigures, "wrong"> {
    const { writes, longestMs } = this.#soFar;
    return { writes, longestMs };
  }

  /** Ends the process immediately. */
  leave(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /** Ends the work after the current piece and one more. */
  async stop(): Promise<HonestFigures> {
    if (this.#child.connected) this.#child.send("stop");
    const figures = await this.#figures;
    this.leave();
    return figures;
  }
}
