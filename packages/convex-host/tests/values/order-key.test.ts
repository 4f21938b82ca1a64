import { compareValues, convexToJson, type Value } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { undefinedJson } from "../../src/values/encoded.ts";
import {
  afterKey,
  afterPrefix,
  bytesToKey,
  keyToBytes,
  orderKey,
} from "../../src/values/order-key.ts";
import { anyValue } from "./arbitrary-values.ts";

const keyOf = (value: Value | undefined) =>
  orderKey(value === undefined ? undefinedJson : convexToJson(value));

const sign = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0);

const maybeValue = fc.option(anyValue, { nil: undefined, freq: 20 });

test("keys compare as Convex compares the values [V1]", () => {
  fc.assert(
    fc.property(maybeValue, maybeValue, (left, right) => {
      expect(sign(keyOf(left), keyOf(right))).toBe(Math.sign(compareValues(left, right)));
    }),
    { numRuns: 3_000 },
  );
});

test("keys of several fields compare field by field [V1]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(maybeValue, maybeValue), { minLength: 1, maxLength: 3 }),
      (pairs) => {
        const join = (side: 0 | 1) => pairs.map((pair) => keyOf(pair[side])).join("");
        const expected = pairs
          .map(([left, right]) => compareValues(left, right))
          .find((order) => order !== 0);
        expect(sign(join(0), join(1))).toBe(Math.sign(expected ?? 0));
      },
    ),
    { numRuns: 2_000 },
  );
});

test("as bytes they compare the same, and come back unchanged [V1]", () => {
  fc.assert(
    fc.property(maybeValue, maybeValue, (left, right) => {
      const [a, b] = [keyOf(left), keyOf(right)];
      expect(Buffer.compare(keyToBytes(a), keyToBytes(b))).toBe(sign(a, b));
      expect(bytesToKey(keyToBytes(a))).toBe(a);
    }),
  );
});

test("the kinds of values sort in Convex's order, wherever they meet [V1]", () => {
  const inOrder: (Value | undefined)[] = [
    ...[undefined, null, -(2n ** 63n), -1n, 0n, 1n, 2n ** 63n - 1n],
    ...[-Infinity, -1.5, -0, 0, 5e-324, 1, Infinity, Number.NaN, false, true],
    ...["", "\0", "a", "a\0", "b", "\uffff", "😀", new ArrayBuffer(0), new ArrayBuffer(1)],
    ...[[], [undefined as never].slice(1), [null], ["a"], {}, { a: 1 }, { a: 1, b: 1 }, { b: 0 }],
  ];
  const keys = inOrder.map(keyOf);
  expect([...new Set(keys)]).toEqual([...new Set(keys)].sort());
});

test("the keys of a prefix are exactly those between the prefix and its end [V1]", () => {
  fc.assert(
    fc.property(maybeValue, maybeValue, maybeValue, (first, other, rest) => {
      const prefix = keyOf(first);
      const key = keyOf(other) + keyOf(rest);
      const isInside = key >= prefix && key < afterPrefix(prefix);
      expect(isInside).toBe(compareValues(first, other) === 0);
      expect(prefix + keyOf(rest) >= prefix && prefix + keyOf(rest) < afterPrefix(prefix)).toBe(
        true,
      );
    }),
    { numRuns: 3_000 },
  );
});

test("a text that goes on with NUL is not inside the text before it [V1]", () => {
  const [prefix, longer] = [keyOf("a"), keyOf("a\0")];
  expect(longer.startsWith(prefix)).toBe(true);
  expect(longer > afterPrefix(prefix)).toBe(true);
});

test("nothing lies between a key and the one after it [V1]", () => {
  fc.assert(
    fc.property(maybeValue, maybeValue, (left, right) => {
      const [a, b] = [keyOf(left), keyOf(right)];
      expect(afterKey(a) > a).toBe(true);
      if (b > a) expect(b >= afterKey(a)).toBe(true);
    }),
  );
});
