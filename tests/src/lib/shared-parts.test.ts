import fc from "fast-check";
import { expect, test } from "vitest";
import { withSharedParts } from "../../../src/lib/shared-parts.ts";

const row = fc.record({
  id: fc.constantFrom("a", "b", "c", "d"),
  name: fc.constantFrom("x", "y"),
  photos: fc.array(fc.record({ id: fc.constantFrom("p", "q") }), { maxLength: 2 }),
});
const answer = fc.oneof(
  fc.uniqueArray(row, { selector: ({ id }) => id }),
  fc.jsonValue({ maxDepth: 3 }),
);

test("an answer with shared parts is the newer one in all it says", () => {
  fc.assert(
    fc.property(answer, answer, (older, newer) => {
      expect(withSharedParts(older, newer)).toStrictEqual(newer);
    }),
  );
});

test("what an answer says again stays the same object, wherever it stands now", () => {
  const older = [
    { id: "a", photos: [{ id: "p" }] },
    { id: "b", photos: [{ id: "q" }] },
  ];
  const [b, a, c] = withSharedParts(older, [
    { id: "b", photos: [{ id: "q" }] },
    { id: "a", photos: [{ id: "p" }, { id: "r" }] },
    { id: "c", photos: [] },
  ]);

  expect(b).toBe(older[1]);
  expect(a).not.toBe(older[0]);
  expect(a?.photos[0]).toBe(older[0]?.photos[0]);
  expect(c).toEqual({ id: "c", photos: [] });
  expect(withSharedParts(older, structuredClone(older))).toBe(older);
});
