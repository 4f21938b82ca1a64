import { expect, test } from "vitest";
import {
  selectedProjectId,
  type Selection,
} from "../../../src/features/shell/project/selection.ts";

const unset: Selection = { state: "unset" };
const cleared: Selection = { state: "cleared" };
const chosen = (id: string): Selection => ({ state: "chosen", id });

function select({
  selection = unset,
  remembered = null,
  projectIds = ["p1", "p2", "p3"],
  routeId,
}: Partial<Parameters<typeof selectedProjectId>[0]> = {}) {
  return selectedProjectId({ selection, remembered, projectIds, routeId });
}

test("the remembered project is selected while it exists [SHELL-28]", () => {
  expect(select({ remembered: "p2" })).toBe("p2");
});

test("the first project is selected when the remembered one is gone or none is [SHELL-29]", () => {
  expect(select({ remembered: "gone" })).toBe("p1");
  expect(select()).toBe("p1");
});

test("without projects nothing is selected [SHELL-19]", () => {
  expect(select({ projectIds: [], remembered: "p1", selection: chosen("p1") })).toBeNull();
});

test("a cleared selection stays empty, whatever is remembered [SHELL-30]", () => {
  expect(select({ selection: cleared, remembered: "p2" })).toBeNull();
});

test("what was chosen counts before what is remembered [SHELL-27]", () => {
  expect(select({ selection: chosen("p3"), remembered: "p2" })).toBe("p3");
});

test("a chosen project that was deleted gives way [SHELL-29]", () => {
  expect(select({ selection: chosen("gone"), remembered: "gone" })).toBe("p1");
});

test("the project in the address counts before all others [UNIT-01]", () => {
  expect(select({ routeId: "p2", selection: chosen("p3"), remembered: "p1" })).toBe("p2");
  expect(select({ routeId: "p2", selection: cleared })).toBe("p2");
  expect(select({ routeId: "unknown", selection: chosen("p3") })).toBe("p3");
});
