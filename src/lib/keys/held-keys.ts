import { keyName, placeOf } from "./key-press.ts";

/** The time in ms after which a held key press is dropped, because the user no longer expects it. */
const HELD_MS = 5000;

type Held = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "target" | "timeStamp"> & {
  page: string;
};

let held: Held[] = [];
let areThere = false;

/**
 * Holds the letter keys that are pressed before the workspace's keys are bound, and calls `onHeld` for each. Returns a
 * function that stops holding.
 */
export function holdKeys(onHeld: () => void): () => void {
  const hold = (event: KeyboardEvent) => {
    if (areThere || event.defaultPrevented || event.repeat || placeOf(event) === "field") return;
    const name = keyName(event);
    if (name === null || !/^[a-z?]$/.test(name)) return;
    const { key, code, shiftKey, target, timeStamp } = event;
    const press = { key, code, shiftKey, target, timeStamp, page: window.location.pathname };
    const fresh = held.filter(isFresh);
    // A repeat of the last key replaces it: the user pressed again because nothing happened. Run twice, it would
    // complete a task that was only to be started.
    const isAgain = fresh.at(-1)?.key === key;
    held = [...(isAgain ? fresh.slice(0, -1) : fresh), press];
    onHeld();
  };
  document.addEventListener("keydown", hold);
  return () => document.removeEventListener("keydown", hold);
}

/**
 * Dispatches the held key presses, now that the keys are bound, unless the focus has moved. Returns a function that
 * holds keys again.
 */
export function pressHeldKeys(): () => void {
  areThere = true;
  const due = held.filter(isFresh);
  held = [];
  if (due[0]?.target === focused()) void pressEach(due);
  return () => {
    areThere = false;
  };
}

/** Dispatches one key press after the other, as long as the page is the one on which they were pressed. */
async function pressEach(due: readonly Held[]): Promise<void> {
  for (const { key, code, shiftKey, page } of due) {
    if (!areThere || page !== window.location.pathname) return;
    const press = { key, code, shiftKey, bubbles: true, cancelable: true };
    focused().dispatchEvent(new KeyboardEvent("keydown", press));
    // A dialog that the key opens is rendered by the next task, and gets the keys after it.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function isFresh({ timeStamp }: Held): boolean {
  return performance.now() - timeStamp < HELD_MS;
}

function focused(): Element {
  return document.activeElement ?? document.body;
}
