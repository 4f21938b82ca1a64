import type { Value } from "convex/values";
import fc from "fast-check";
import { anyValue } from "../values/arbitrary-values.ts";
import type { validators } from "./fixture-checks.ts";
import { id, mostly, refTo, type Sent } from "./sent-values.ts";

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

/** The values that programs use most. */
export const fewValues: readonly Value[] = [1, 1n, "a", null, [1], { x: 1 }];

/** Values of every kind. They are few, so that equal ones meet, and include the edge cases of order and equality. */
const meetingValue = fc.constantFrom<Value>(
  ...[null, true, false, 0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)],
  ...[0, -0, 1, -1, 1.5, Number.NaN, Infinity, -Infinity, Number.MIN_VALUE],
  // UTF-16 would put the last two in the opposite order.
  ...["", "a", "A", "ab", "é", "\0", "\uffff", "😀"],
  ...[bytes(), bytes(0), bytes(0, 255), bytes(1)],
  ...[[], [null], [1], [1n], ["a", []], [[]], [-0]],
  ...[{}, { x: 1 }, { x: 1n }, { x: "é" }, { x: { y: [] } }, { "": null }],
);

/**
 * Any value, often one that other rows have too. It is never an id, because each engine sorts ids among texts in its
 * own way.
 */
export const value: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...fewValues) },
  { weight: 8, arbitrary: meetingValue },
  { weight: 1, arbitrary: anyValue },
);

// The number is always set and never -0, because the filters of convex-test compare as JavaScript does.
const n = fc.integer({ min: -2, max: 3 });

const deep = fc.oneof(fc.record({ x: value }), fc.record({ x: value, y: value }), value);

/** The fields of a new document of `things`. */
export const thing: fc.Arbitrary<Record<string, Sent>> = fc.record(
  { n, a: value, b: value, o: deep, like: refTo("things") },
  { requiredKeys: ["n"] },
);

/** The fields that a patch of `things` sets, and the fields that it clears. */
export const thingPatch = fc.record({
  fields: fc.record({ n, a: value, b: value, o: deep }, { requiredKeys: [] }),
  cleared: fc.uniqueArray(fc.constantFrom("a", "b", "o", "o.x", "like"), { maxLength: 2 }),
});

/** Fields that a new document names and that are undefined. */
export const undefinedFields = fc.uniqueArray(fc.constantFrom("a", "o", "o.x", "big"), {
  minLength: 1,
  maxLength: 2,
});

const strictFields = {
  kind: mostly(fc.constantFrom<Sent>("first", "second"), value),
  count: mostly<Sent, Sent>(fc.integer({ min: 0, max: 3 }), value),
  big: mostly<Sent, Sent>(fc.constantFrom(0n, -7n), value),
  thing: id("things", ["strict"]),
  list: mostly<Sent, Sent>(fc.array(fc.constantFrom("a", null), { maxLength: 2 }), value),
  inner: mostly<Sent, Sent>(
    fc.record({ flag: fc.boolean(), note: fc.constant("n") }, { requiredKeys: ["flag"] }),
    fc.oneof(value, fc.constant({ flag: true, more: 1 }), fc.constant({ note: "n" })),
  ),
  bytes: mostly<Sent, Sent>(fc.constantFrom(bytes(), bytes(7)), value),
};

/** The fields of a document of `strict`; most of the time they match its validator. */
export const strictThing: fc.Arbitrary<Record<string, Sent>> = mostly(
  fc.record(strictFields, { requiredKeys: ["kind", "count"] }),
  fc.oneof(
    fc.record(strictFields, { requiredKeys: [] }),
    fc.record({ ...strictFields, extra: value }, { requiredKeys: ["kind", "count", "extra"] }),
  ),
);

/** A patch of `strict`. */
export const strictPatch = fc.record({
  fields: fc.record(strictFields, { requiredKeys: [] }),
  cleared: fc.uniqueArray(
    mostly(fc.constantFrom("big", "thing", "list", "inner"), fc.constant("kind")),
    { maxLength: 2 },
  ),
});

// The whole words of a search are never a prefix of another word, because convex-test matches every word as a prefix.
const wholeWord = fc.constantFrom("tape", "door", "Dörr", "9b");
const lastWord = fc.constantFrom("tap", "ta", "T", "d", "dö", "9", "door", "nothing");

/** The words of a search. */
export const searchedWords = fc
  .tuple(fc.array(wholeWord, { maxLength: 2 }), lastWord)
  .map(([words, last]) => [...words, last].join(" "));

const textFields = {
  words: fc
    .array(fc.oneof(wholeWord, fc.constantFrom("tap", "TAP2")), { maxLength: 4 })
    .map((words) => words.join(" ")),
  n,
};

/** The fields of a document of `texts`. */
export const textThing: fc.Arbitrary<Record<string, Sent>> = fc.record(textFields);

/** A patch of `texts`. */
export const textPatch = fc.record({
  fields: fc.record(textFields, { requiredKeys: [] }),
  cleared: fc.constant([]),
});

const text = fc.constantFrom("", "a", "😀");

/**
 * The argument values by the names of the validators in fixture-checks.ts. Each check often gets a value of another
 * one, which mostly does not match.
 */
export const valueByCheck: Record<keyof typeof validators, fc.Arbitrary<Sent>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.double(),
  integer: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  string: text,
  bytes: fc.constant(bytes(1, 2)),
  thing: refTo("things"),
  file: refTo("_storage"),
  anything: value,
  literal: fc.constant("a"),
  numbers: fc.array(n, { maxLength: 3 }),
  texts: fc.array(fc.constantFrom("a", null), { maxLength: 3 }),
  mixed: fc.oneof(fc.constant(1), fc.boolean(), fc.record({ x: n }, { requiredKeys: [] })),
  nested: fc.record(
    { kind: text, count: n, inner: fc.record({ flag: fc.boolean(), note: text }) },
    { requiredKeys: ["kind", "count"] },
  ),
};
