import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdKeys, pressHeldKeys } from "../../../src/lib/keys/held-keys.ts";
import { bindKeys } from "../../../src/lib/keys/keys.ts";

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

/** Brings the keys, which press what was held. */
function bring() {
  ends.push(bindKeys(bindings), pressHeldKeys());
}

test("two keys that belong together are held together [QUICK-02]", () => {
  for (const key of ["g", "p"]) press(key);
  bring();
  expect(run).toHaveBeenCalledOnce();
});

test("a held key does nothing when the focus has gone elsewhere [QUICK-02]", () => {
  element("button").focus();
  press("c");
  element("input").focus();
  bring();
  expect(run).not.toHaveBeenCalled();
});

test("a key that is held for long is none any more [QUICK-02]", () => {
  press("c");
  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 6000);
  bring();
  expect(run).not.toHaveBeenCalled();
});

test("what is typed into a field, and keys with others, are not held [QUICK-02]", () => {
  element("input").focus();
  press("c");
  element("input").blur();
  press("c", { ctrlKey: true });
  bring();
  expect(run).not.toHaveBeenCalled();
});
