import { expect, test } from "vitest";
import { panelProjects } from "../../../src/features/dashboard/panel-projects.ts";

const project = (id: string, status: string) => ({ id, status });
const ids = (projects: { id: string }[]) => projects.map(({ id }) => id);

test("the panel has at most three projects [DASH-08]", () => {
  const four = ["a", "b", "c", "d"].map((id) => project(id, "active"));
  expect(ids(panelProjects(four))).toEqual(["a", "b", "c"]);
});

test("active projects come before all others, each in the order of the list [DASH-08]", () => {
  const mixed = [
    project("done", "completed"),
    project("new", "active"),
    project("held", "on_hold"),
    project("old", "active"),
  ];
  expect(ids(panelProjects(mixed))).toEqual(["new", "old", "done"]);
});
