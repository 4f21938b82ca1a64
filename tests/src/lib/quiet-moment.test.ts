import { beforeEach, expect, test, vi } from "vitest";
import { backgroundWork } from "../../../src/lib/background-work.ts";
import { isQuiet, watchTyping } from "../../../src/lib/version/quiet-moment.ts";

const connection = vi.hoisted(() => ({ inflightMutations: 0, inflightActions: 0 }));
vi.mock("../../../src/lib/connection/convex.ts", () => ({
  convexClient: { connectionState: () => connection },
}));

beforeEach(() => {
  document.body.replaceChildren();
  setHidden(true);
  connection.inflightMutations = 0;
});

function setHidden(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
}

function add(html: string): HTMLInputElement {
  document.body.insertAdjacentHTML("beforeend", html);
  return document.body.lastElementChild as HTMLInputElement;
}

test("a page that is seen does not load anew by itself, but for a board on the wall [FIELD-01]", () => {
  expect(isQuiet()).toBe(true);
  setHidden(false);
  expect(isQuiet()).toBe(false);
  window.history.replaceState(null, "", "/board?wall=1");
  expect(isQuiet()).toBe(true);
  window.history.replaceState(null, "", "/");
});

test.each([
  '<div role="dialog"></div>',
  '<div role="alertdialog"></div>',
  "<textarea>No</textarea>",
])("a page with %s does not load anew by itself [FIELD-01]", (html) => {
  const opened = add(html);
  expect(isQuiet()).toBe(false);
  opened.remove();
  expect(isQuiet()).toBe(true);
});

test("a page does not load anew by itself while a text that somebody has typed stands in it [FIELD-01]", () => {
  watchTyping();
  const field = add("<input value='as it came'>");
  expect(isQuiet()).toBe(true);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  expect(isQuiet()).toBe(false);
  field.value = "";
  expect(isQuiet()).toBe(true);
});

test("a page does not load anew by itself while something is under way [FIELD-01]", () => {
  backgroundWork.set("upload", { text: "Uploading", share: 0.5, address: "/" });
  expect(isQuiet()).toBe(false);
  backgroundWork.set("upload", null);
  expect(isQuiet()).toBe(true);
  connection.inflightMutations = 1;
  expect(isQuiet()).toBe(false);
});
