import { PartNotLoaded } from "./part-not-loaded.ts";
import { createStore, type Followed } from "../store.ts";

/** The state of the code for a part of the screen. */
export type PartState<Part> =
  | { kind: "waiting" }
  | { kind: "loading"; end: Promise<void> }
  | { kind: "ready"; part: Part }
  | { kind: "failed"; error: PartNotLoaded };

/** Loads the code of a part once; each attempt replaces a failed one. */
export interface PartLoader<Part> extends Followed<PartState<Part>> {
  /** Loads a visible part, unless it is loaded or loading; the promise never rejects. */
  load: () => Promise<void>;
  /** Loads the part before it is visible; a failure is ignored. */
  preload: () => void;
  /** Retries a failed part, which stays shown as failed until it arrives; rejects when it fails again. */
  tryAgain: () => Promise<void>;
}

/** Makes a loader for the part that the function imports. */
export function createPartLoader<Part>(importPart: () => Promise<Part>): PartLoader<Part> {
  const store = createStore<PartState<Part>>({ kind: "waiting" });
  let isSeen = false;

  const run = async () => {
    try {
      store.set({ kind: "ready", part: await importPart() });
    } catch (error) {
      if (isSeen) store.set({ kind: "failed", error: toPartNotLoaded(error) });
      else store.set({ kind: "waiting" });
    }
  };
  const begin = () => {
    const state = store.snapshot();
    if (state.kind === "ready") return Promise.resolve();
    if (state.kind === "loading") return state.end;
    const end = run();
    store.set({ kind: "loading", end });
    return end;
  };

  return {
    snapshot: store.snapshot,
    subscribe: store.subscribe,
    load: () => {
      isSeen = true;
      return begin();
    },
    preload: () => void begin(),
    tryAgain: async () => {
      const failed = store.snapshot();
      if (failed.kind !== "failed") return;
      await failed.error.bring();
      await run();
      const now = store.snapshot();
      if (now.kind === "failed") throw now.error;
    },
  };
}

function toPartNotLoaded(cause: unknown): PartNotLoaded {
  if (cause instanceof PartNotLoaded) return cause;
  return new PartNotLoaded({ bring: () => Promise.resolve(), isServerThere: true, cause });
}
