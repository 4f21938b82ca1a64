import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The unit and project that the writers watch, as everybody at their project does, and the task that they change. */
export type Watched = { unitId: string; projectId: string; taskId: string };

/** Times of one change in milliseconds: when it was sent, since the epoch, and until it was answered. */
export type Write = { startedAt: number; ms: number };

export type ToWriters =
  | { url: string; tokens: readonly string[]; watched: Watched }
  | { marker: string };

/**
 * A few people in their own process. In the crowd's process their answers would wait until hundreds of messages of
 * others have been read, unlike on a real page.
 */
export class Writers {
  readonly #child: ChildProcess;
  /** Rejects when the process is gone. */
  readonly #ended: Promise<never>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = once(child, "exit").then(() => {
      throw new Error("The writers ended.");
    });
    this.#ended.catch(() => undefined);
  }

  /** Resolves when all of them watch. */
  static async start(url: string, tokens: readonly string[], watched: Watched): Promise<Writers> {
    const child = fork(join(import.meta.dirname, "writers-process.ts"), [], {
      execArgv: ["--import", "tsx"],
    });
    const writers = new Writers(child);
    await writers.#ask({ url, tokens, watched });
    return writers;
  }

  /** Lets the next writer set the task's due date. */
  async write(marker: string): Promise<Write> {
    return (await this.#ask({ marker })) as Write;
  }

  stop(): void {
    this.#child.kill();
  }

  async #ask(question: ToWriters): Promise<unknown> {
    const answered = new Promise((resolve) => this.#child.once("message", resolve));
    this.#child.send(question);
    return await Promise.race([answered, this.#ended]);
  }
}
