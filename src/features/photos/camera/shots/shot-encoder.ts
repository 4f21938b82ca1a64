import { drawOnPage } from "../../preview/drawn-image.ts";
import { makeShotFiles, type ShotFiles, type ShotPicture } from "./shot-image.ts";

/** The messages that the worker sends. */
export type WorkerAnswer =
  | "ready"
  | { id: number; files: ShotFiles }
  | { id: number; error: string };

/** The methods of a worker that are used here. */
export type ShotWorker = Pick<Worker, "postMessage" | "addEventListener" | "terminate">;

interface Waiting {
  resolve: (files: ShotFiles) => void;
  reject: (error: Error) => void;
}

/** The longest time in ms that the worker's code may take to load; shots wait for it. */
const LOAD_MS = 5000;

/**
 * Makes the files of shots in a worker, so that the picture on the screen does not freeze. It sends a picture to the
 * worker only after the worker has reported that it is ready; without a worker it makes the files in the page.
 */
export class ShotEncoder {
  readonly #start: () => ShotWorker | null;
  #worker: Promise<ShotWorker | null> | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(start: () => ShotWorker | null) {
    this.#start = start;
  }

  /** Loads the worker before the first shot needs it. */
  prepare(): void {
    this.#worker ??= this.#load();
  }

  async encode(picture: ShotPicture): Promise<ShotFiles> {
    this.prepare();
    const worker = await this.#worker;
    if (worker === null || worker === undefined) return await makeShotFiles(picture, drawOnPage);
    const id = ++this.#lastId;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...picture }, [picture.frame]);
    });
  }

  async #load(): Promise<ShotWorker | null> {
    const worker = this.#start();
    if (worker === null) return null;
    const isReady = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), LOAD_MS);
      const settle = (ready: boolean) => {
        clearTimeout(timer);
        resolve(ready);
      };
      worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data === "ready") settle(true);
        else this.#settle(data);
      });
      worker.addEventListener("error", () => {
        settle(false);
        this.#giveUp(worker);
      });
    });
    if (isReady) return worker;
    worker.terminate();
    return null;
  }

  #settle(answer: Exclude<WorkerAnswer, "ready">): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ("files" in answer) waiting?.resolve(answer.files);
    else waiting?.reject(new Error(answer.error));
  }

  /** Gives up a broken worker: its pictures are lost with it, and the next ones get a new worker. */
  #giveUp(worker: ShotWorker): void {
    worker.terminate();
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(new Error("The worker broke"));
    this.#waiting.clear();
  }
}
