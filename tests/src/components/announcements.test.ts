import type { Active, Over } from "@dnd-kit/core";
import { expect, test } from "vitest";
import { announcementsFor } from "../../../src/components/sortable/announcements.ts";

const names = ["Paint", "Clean"].map((name) => ({ id: name, name }));
const over = { id: "Clean" } as Over;
const moves = (id: string) => ({ active: { id } as Active, over, collisions: null, delta: null });

test("a moved row is announced with its name and places [GEN-07]", () => {
  const said = announcementsFor(names);
  const event = moves("Paint") as never;
  expect(said.onDragStart(event)).toBe("Picked up Paint, position 1 of 2.");
  expect(said.onDragOver(event)).toBe("Paint is at position 2 of 2.");
  expect(said.onDragEnd(event)).toBe("Paint was dropped at position 2 of 2.");
  expect(said.onDragCancel(event)).toBe("Paint was put back.");
});

test("of a row that another person has deleted under the hand no place is announced [GEN-03] [GEN-07]", () => {
  const said = announcementsFor(names);
  const event = moves("Doors") as never;
  expect(said.onDragOver(event)).toBeUndefined();
  expect(said.onDragEnd(event)).toBe("The moved row is no longer here.");
  expect(said.onDragCancel(event)).toBe("The moved row is no longer here.");
});
