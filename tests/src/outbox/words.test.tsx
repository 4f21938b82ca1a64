import { act, cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { changesInWords } from "../../../src/lib/outbox/operations/words.ts";
import { outbox } from "../../../src/lib/outbox/outbox.ts";
import { FakeConvex } from "../../support/fake-convex.tsx";
import { renderAt } from "../support/render-at.tsx";

afterEach(cleanup);

test("a change that the words of its field do not fit waits as any other, and is told as it was made [FIELD-03] [FIELD-05]", async () => {
  const backend = new FakeConvex();
  backend.disconnect();
  await renderAt(backend, <p>Page</p>);

  await act(() => outbox.do("unit.update", { unitId: "unit", startDate: "P2 41" }));

  expect(outbox.snapshot().operations.map(({ text }) => text)).toEqual(["A unit: Start P2 41"]);
});

test.each([
  [{ dueDate: "2025-07-14T12:00:00.000Z" }, "Due Jul 14, 2025"],
  [{ moveInDate: null }, "No move-in"],
  [{ moveInDate: "" }, "No move-in"],
  [{ dueDate: 14 }, "Due 14"],
  [{ monthlyRent: 1250.5 }, "Rent $1,250.50"],
  [{ monthlyRent: "much" }, "Rent much"],
  [{ status: "inspected" }, "Inspected"],
  [{ blockedReason: "parts", blockedNote: "Hinge" }, "Blocked: Parts"],
  [{ blockedReason: "weather" }, "Blocked: weather"],
  [{ blockedReason: null }, "Unblocked"],
  [{ assignedToId: "ana" }, "Given to somebody"],
  [{ crewMemberId: null }, "Given to nobody"],
  [{ constructor: "of another version" }, "Changed"],
])("%j is told as %s [FIELD-05]", (patch, words) => {
  expect(changesInWords(patch)).toBe(words);
});
