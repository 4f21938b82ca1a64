import { keyName, placeOf } from "./key-press.ts";

/** A press that was held for longer is not what the person wants now. */
const HELD_MS = 5000;

type Held = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "target" | "timeStamp"> & {
  page: string;
};

let held: Held[] = [];
let areThere = false;

/**
 * Holds the letters that are pressed before the keys of the workspace are in force, and calls back for each. What it returns ends
 * that.
 */
export function holdKeys(onHeld: () => void): () => void {
  const hold = (event: KeyboardEvent) => {
    if (areThere || event.defaultPrevented || event.repeat || placeOf(event) === "field") return;
    const name = keyName(event);
    if (name === null || !/^[a-z?]$/.test(name)) return;
    const { key, code, shiftKey, target, timeStamp } = event;
    const press = { key, code, shiftKey, target, timeStamp, page: window.location.pathname };
    const fresh = held.filter(isFresh);
    // Pressed once more because nothing was seen: done twice, it would complete a task that was to be started.
    const isAgain = fresh.at(-1)?.key === key;
    held = [...(isAgain ? fresh.slice(0, -1) : fresh), press];
    onHeld();
  };
  document.addEventListener("keydown", hold);
  return () => document.removeEventListener("keydown", hold);
}

/** Presses what was held, now that the keys are in force, unless the focus is elsewhere by now. What it returns holds keys again. */
export function pressHeldKeys(): () => void {
  areThere = true;
  const due = held.filter(isFresh);
  held = [];
  if (due[0]?.target === focused()) void pressEach(due);
  return () => {
    areThere = false;
  };
}

/** Presses one after the other on the page that they were meant for. */
async function pressEach(due: readonly Held[]): Promise<void> {
  for (const { key, code, shiftKey, page } of due) {
    if (!areThere || page !== window.location.pathname) return;
    const press = { key, code, shiftKey, bubbles: true, cancelable: true };
    focused().dispatchEvent(new KeyboardEvent("keydown", press));
    // A dialog that the key opens is drawn by then: what was typed behind the key is meant for it.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function isFresh({ timeStamp }: Held): boolean {
  return performance.now() - timeStamp < HELD_MS;
}

function focused(): Element {
  return document.activeElement ?? document.body;
}
