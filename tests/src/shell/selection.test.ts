import { expect, test } from "vitest";
import { selectedProjectId, type Selection } from "../../../src/features/shell/selection.ts";

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

test("[SHELL-28] the remembered project is selected while it exists", () => {
  expect(select({ remembered: "p2" })).toBe("p2");
});

test("[SHELL-29] the first project is selected when the remembered one is gone or none is", () => {
  expect(select({ remembered: "gone" })).toBe("p1");
  expect(select()).toBe("p1");
});

test("[SHELL-19] without projects nothing is selected", () => {
  expect(select({ projectIds: [], remembered: "p1", selection: chosen("p1") })).toBeNull();
});

test("[SHELL-30] a cleared selection stays empty, whatever is remembered", () => {
  expect(select({ selection: cleared, remembered: "p2" })).toBeNull();
});

test("[SHELL-27] what was chosen counts before what is remembered", () => {
  expect(select({ selection: chosen("p3"), remembered: "p2" })).toBe("p3");
});

test("[SHELL-29] a chosen project that was deleted gives way", () => {
  expect(select({ selection: chosen("gone"), remembered: "gone" })).toBe("p1");
});

test("[UNIT-01] the project in the address counts before all others", () => {
  expect(select({ routeId: "p2", selection: chosen("p3"), remembered: "p1" })).toBe("p2");
  expect(select({ routeId: "p2", selection: cleared })).toBe("p2");
  expect(select({ routeId: "unknown", selection: chosen("p3") })).toBe("p3");
});
