import { createStore } from "../store.ts";
import { keyName, placeOf } from "./key-press.ts";

/** The groups of keys, in the order of the keys dialog. */
export const KEY_GROUPS = ["Anywhere", "Lists and boards", "Pages"] as const;

/** A key or a sequence of two keys, and its action. */
export interface KeyBinding {
  /** The keys, as in "j", "?", "g b" or "mod+k"; "mod" is the Control or the Command key. */
  keys: string;
  /** The label in the keys dialog: "Go to the Turn Board". */
  does: string;
  group: (typeof KEY_GROUPS)[number];
  /** The places besides the page where the keys work; without it they work neither in dialogs nor in fields. */
  reach?: "dialogs" | "dialogs and fields";
  /** Does it; false when there is nothing to do now, so that an earlier binding gets the key. */
  run: (event: KeyboardEvent) => boolean;
}

/** The time in ms within which the second key of a sequence must follow. */
const PAIR_MS = 1500;

const bindings = createStore<readonly KeyBinding[]>([]);
let first: { name: string; at: number } | null = null;

/** False while the person has turned off the keys without Control or Command. */
export const areKeysOn = createStore(true);

/** The active bindings, the earliest first. */
export const boundKeys = { snapshot: bindings.snapshot, subscribe: bindings.subscribe };

/** Adds bindings, which take precedence over the earlier ones. Returns a function that removes them. */
export function bindKeys(added: readonly KeyBinding[]): () => void {
  if (bindings.snapshot().length === 0) document.addEventListener("keydown", hear);
  bindings.set([...bindings.snapshot(), ...added]);
  return () => {
    bindings.set(bindings.snapshot().filter((binding) => !added.includes(binding)));
    if (bindings.snapshot().length === 0) document.removeEventListener("keydown", hear);
  };
}

function hear(event: KeyboardEvent): void {
  const name = event.defaultPrevented ? null : keyName(event);
  if (name === null) return;
  const before = first !== null && event.timeStamp - first.at < PAIR_MS ? first.name : null;
  const heard = bindings.snapshot().filter((binding) => mayRun(binding, event));
  const runs = (keys: string) =>
    heard.findLast((binding) => binding.keys === keys && binding.run(event)) !== undefined;
  first = null;
  if ((before !== null && runs(`${before} ${name}`)) || runs(name)) event.preventDefault();
  else if (heard.some(({ keys }) => keys.startsWith(`${name} `)))
    first = { name, at: event.timeStamp };
}

function mayRun({ keys, reach }: KeyBinding, event: KeyboardEvent): boolean {
  if (!keys.startsWith("mod+") && !areKeysOn.snapshot()) return false;
  switch (placeOf(event)) {
    case "page":
      return true;
    case "dialog":
      return reach !== undefined;
    case "field":
      return reach === "dialogs and fields";
  }
}
