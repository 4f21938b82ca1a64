import { createStore } from "../store.ts";

const store = createStore<ReadonlySet<string>>(new Set());

/**
 * The photos of this tab, by operation, whose last attempt something between this device and the server has answered
 * in the server's place. The connection may be live meanwhile.
 */
export const heldUp = {
  snapshot: store.snapshot,
  subscribe: store.subscribe,
  note: (id: string, isHeldUp: boolean): void => {
    const before = store.snapshot();
    if (before.has(id) === isHeldUp) return;
    const others = [...before].filter((each) => each !== id);
    store.set(new Set(isHeldUp ? [...others, id] : others));
  },
};

/** A promise that resolves when a photo is held up, and a function that stops watching. */
export function untilHeldUp(id: string): [Promise<"waiting">, () => void] {
  let end: () => void = () => undefined;
  const waiting = new Promise<"waiting">((resolve) => {
    end = heldUp.subscribe(() => {
      if (heldUp.snapshot().has(id)) resolve("waiting");
    });
  });
  return [waiting, end];
}
