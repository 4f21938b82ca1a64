import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdKeys, pressHeldKeys } from "../../../src/lib/keys/held-keys.ts";
import { bindKeys, type KeyBinding } from "../../../src/lib/keys/keys.ts";

const run = vi.fn(() => true);
const bindings = ["c", "g p"].map((keys) => ({ keys, does: "", group: "Pages", run }) as const);
let ends: (() => void)[];

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "<button>Paint</button><input>";
  ends = [holdKeys(() => undefined)];
});
afterEach(() => {
  for (const end of ends) end();
});

const element = (name: string) => document.querySelector<HTMLElement>(name)!;

function press(key: string, fields: object = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...fields });
  (document.activeElement ?? document.body).dispatchEvent(event);
}

/** Resolves when three held keys have been pressed. */
const allPressed = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
};

/** Binds the keys, which replays the held ones. */
function bring() {
  ends.push(bindKeys(bindings), pressHeldKeys());
}

test("two keys that belong together are held together [QUICK-02]", async () => {
  for (const key of ["g", "p"]) press(key);
  bring();
  await allPressed();
  expect(run).toHaveBeenCalledOnce();
});

test("a held key does nothing when the focus has gone elsewhere [QUICK-02]", async () => {
  element("button").focus();
  press("c");
  element("input").focus();
  bring();
  await allPressed();
  expect(run).not.toHaveBeenCalled();
});

test("a key that is held for long is none any more [QUICK-02]", async () => {
  press("c");
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 6000);
  bring();
  await allPressed();
  expect(run).not.toHaveBeenCalled();
});

test("a key that is pressed again is held from then on, where the focus and the page are by then [QUICK-02]", async () => {
  press("c");
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 4000);
  window.history.pushState(null, "", "/the-page-behind");
  element("button").focus();
  press("c");
  vi.spyOn(performance, "now").mockReturnValue(now + 6000);
  bring();
  await allPressed();
  expect(run).toHaveBeenCalledOnce();
});

test("what is typed into a field, and keys with others, are not held [QUICK-02]", async () => {
  element("input").focus();
  press("c");
  element("input").blur();
  press("c", { ctrlKey: true });
  bring();
  await allPressed();
  expect(run).not.toHaveBeenCalled();
});

test("a key that is held on one page does nothing on another [QUICK-02]", async () => {
  press("c");
  window.history.pushState(null, "", "/another-page");
  bring();
  await allPressed();
  expect(run).not.toHaveBeenCalled();
});

test("what is typed behind a held key goes to the dialog that the key opens, and is no key of the page [QUICK-02]", async () => {
  const opens: KeyBinding = {
    ...{ keys: "n", does: "", group: "Pages" },
    run: () => {
      // Like a screen, the dialog renders after the event.
      queueMicrotask(() =>
        document.body.insertAdjacentHTML("beforeend", "<div role=dialog></div>"),
      );
      return true;
    },
  };
  for (const key of ["n", "c"]) press(key);
  ends.push(bindKeys([opens]));
  bring();
  await allPressed();
  expect(run).not.toHaveBeenCalled();
});
