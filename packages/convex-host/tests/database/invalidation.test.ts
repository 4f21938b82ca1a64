import { convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createInvalidation } from "../../src/database/reads/invalidation.ts";
import { afterKey, afterPrefix, orderKey } from "../../src/values/order-key.ts";
import { anyValue } from "../values/arbitrary-values.ts";
import type { DocumentWrite } from "../../src/database/state/layer.ts";
import type { KeyRange, ReadSet } from "../../src/database/reads/read-set.ts";

const smallValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Value[]>("a", "b", "a\0", 0, 1, -1, 2n, null, true) },
  { weight: 1, arbitrary: anyValue },
);
const keyOf = (values: readonly Value[]) =>
  values.map((value) => orderKey(convexToJson(value))).join("");

const key = fc.array(smallValue, { minLength: 2, maxLength: 3 }).map(keyOf);
const prefix = fc.array(smallValue, { maxLength: 2 }).map(keyOf);
const bound = fc
  .tuple(fc.oneof(key, prefix), fc.constantFrom("at", "after", "past"))
  .map(([text, how]) =>
    how === "at" ? text : how === "after" ? afterKey(text) : afterPrefix(text),
  );

const keyRange: fc.Arbitrary<KeyRange> = fc
  .record({
    index: fc.constantFrom(1, 2),
    ...{ lower: fc.constant(""), upper: fc.constant<string | null>(null) },
  })
  .chain(({ index }) =>
    fc.oneof(
      prefix.map((lower) => ({ index, lower, upper: afterPrefix(lower) })),
      fc
        .tuple(bound, bound)
        .map(([a, b]) => ({ index, lower: a < b ? a : b, upper: a < b ? b : a })),
      fc.tuple(prefix, bound).map(([lower, upper]) => ({ index, lower, upper })),
      bound.map((lower) => ({ index, lower, upper: null })),
    ),
  );

const documentId = fc.constantFrom("d1", "d2", "d3");
const readSet: fc.Arbitrary<ReadSet> = fc.record({
  documents: fc.array(documentId, { maxLength: 2 }).map((ids) => new Set(ids)),
  ranges: fc.array(keyRange, { maxLength: 3 }),
});
const keys = fc.array(fc.record({ index: fc.constantFrom(1, 2, 3), key }), { maxLength: 2 });
const write: fc.Arbitrary<DocumentWrite> = fc.record({
  id: fc.constantFrom("d1", "d2", "d3", "d4"),
  table: fc.constant("t"),
  before: keys,
  after: keys,
});

function isConcerned(reads: ReadSet, writes: readonly DocumentWrite[]): boolean {
  return writes.some(
    ({ id, before, after }) =>
      reads.documents.has(id) ||
      [...before, ...after].some((at) =>
        reads.ranges.some(
          (range) =>
            range.index === at.index &&
            at.key >= range.lower &&
            (range.upper === null || at.key < range.upper),
        ),
      ),
  );
}

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("set" as const), token: fc.nat(5), reads: readSet }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), token: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("match" as const),
      writes: fc.array(write, { maxLength: 3 }),
    }),
  },
);

test("finds exactly the readers whose document or range was written [D10]", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const invalidation = createInvalidation<number>();
      const model = new Map<number, ReadSet>();
      for (const now of steps) {
        if (now.do === "set") {
          invalidation.set(now.token, now.reads);
          model.set(now.token, now.reads);
        } else if (now.do === "delete") {
          invalidation.delete(now.token);
          model.delete(now.token);
        } else {
          const expected = [...model].filter(([, reads]) => isConcerned(reads, now.writes));
          expect([...invalidation.match(now.writes)].sort()).toEqual(
            expected.map(([token]) => token).sort(),
          );
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test("subscriptions to other things are not even looked at [D10]", () => {
  const invalidation = createInvalidation<number>();
  let looks = 0;
  for (let token = 0; token < 1_000; token++) {
    const lower = keyOf([`room ${token}`]);
    const watched = { index: 1, lower, upper: afterPrefix(lower) };
    invalidation.set(token, {
      documents: new Set([`d${token}`]),
      ranges: [counting(watched, () => (looks += 1))],
    });
  }
  looks = 0;
  const written = { index: 1, key: keyOf(["room 7", 1, "x"]) };
  const found = invalidation.match([{ id: "new", table: "t", before: [], after: [written] }]);
  expect([...found]).toEqual([7]);
  expect(looks).toBeLessThanOrEqual(1);
});

function counting(range: KeyRange, look: () => void): KeyRange {
  return Object.defineProperty({ ...range }, "lower", {
    enumerable: true,
    get: () => {
      look();
      return range.lower;
    },
  });
}
