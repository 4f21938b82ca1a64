import { PartNotLoaded } from "./part-not-loaded.ts";
import { createStore, type Followed } from "../store.ts";

/** The code of a part of the screen, as far as it is here. */
export type PartState<Part> =
  | { kind: "waiting" }
  | { kind: "loading"; end: Promise<void> }
  | { kind: "ready"; part: Part }
  | { kind: "failed"; error: PartNotLoaded };

/** Loads the code of a part once; a failed try is forgotten by the next one. */
export interface PartLoader<Part> extends Followed<PartState<Part>> {
  /** Begins to load what somebody sees, unless it is here or on the way; the promise never rejects. */
  load: () => Promise<void>;
  /** The same before anybody sees it: a failure of that is nobody's business. */
  preload: () => void;
  /** Tries a failed part again, which is shown as failed until it is here; rejects when it fails again. */
  tryAgain: () => Promise<void>;
}

/** A loader of what the function imports. */
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
