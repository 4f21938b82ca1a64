import { getFunctionName, type FunctionReference } from "convex/server";
import { afterEach, expect, test } from "vitest";
import { askOnPress } from "../../../../src/lib/answers/ask-on-press.ts";

const asked: unknown[] = [];
const client = {
  prewarmQuery: ({ query, args }: { query: FunctionReference<"query">; args?: unknown }) => {
    asked.push([getFunctionName(query), args]);
  },
};
let stop: () => void = () => undefined;

afterEach(() => {
  stop();
  asked.length = 0;
  document.body.replaceChildren();
});

function press(html: string, init: PointerEventInit = {}): void {
  document.body.innerHTML = html;
  stop = askOnPress(client as never);
  const pressed = document.querySelector("[data-pressed]");
  pressed?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0, ...init }));
}

test("a press on a link asks for the first reads of the screen behind it", () => {
  press('<a href="/projects/oak/units"><b data-pressed>Units</b></a>');
  expect(asked).toEqual([["units:list", { projectId: "oak" }]]);
});

test("a press on a link to another week of a timesheet asks for no entries of the current one", () => {
  press('<a data-pressed href="/projects/oak/time-tracking?week=2025-01-06">Time</a>');
  expect(asked).toEqual([["projects:list", {}]]);
});

test("a press of another button, beside a link or on one to another site asks for nothing", () => {
  press('<a data-pressed href="/projects/oak/units">Units</a>', { button: 2 });
  stop();
  press('<p data-pressed>Units</p><a href="/projects/oak/units">Units</a>');
  stop();
  press('<a data-pressed href="https://elsewhere.example/projects/oak/units">Units</a>');
  expect(asked).toEqual([]);
});
