import { v, type GenericValidator } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/values/json.ts";
import { encodeId } from "../../src/values/ids.ts";
import { fits } from "../../src/values/fits.ts";
import { checkValue, explainMisfit, type ValidatorJson } from "../../src/values/validator.ts";

const tables = {
  tableName: (number: number) =>
    ({ 10001: "rooms", 10002: "tasks", 540: "_storage" })[number] ?? null,
};
const roomId = encodeId(10001, new Uint8Array(16));
const strangeId = encodeId(10099, new Uint8Array(16));

const problem = (validator: GenericValidator, value: Json) =>
  checkValue((validator as unknown as { json: ValidatorJson }).json, value, tables);

test.each<[string, GenericValidator, Json]>([
  ["null", v.null(), null],
  ["float", v.number(), 1.5],
  ["special float", v.number(), { $float: "AAAAAAAA+H8=" }],
  ["integer", v.int64(), { $integer: "AQAAAAAAAAA=" }],
  ["bytes", v.bytes(), { $bytes: "" }],
  ["id", v.id("rooms"), roomId],
  ["literal", v.literal("a"), "a"],
  ["integer literal", v.literal(1n), { $integer: "AQAAAAAAAAA=" }],
  ["array", v.array(v.string()), ["a", "b"]],
  ["union", v.union(v.null(), v.string()), "x"],
  ["any", v.any(), { a: [1] }],
  [
    "object without the optional field",
    v.object({ a: v.optional(v.string()), b: v.number() }),
    { b: 1 },
  ],
  ["record", v.record(v.id("rooms"), v.number()), { [roomId]: 1 }],
  ["empty record", v.record(v.string(), v.number()), {}],
])("fits: %s [V5]", (_name, validator, value) => {
  expect(problem(validator, value)).toBeNull();
});

test.each<[string, GenericValidator, Json, string]>([
  ["kind", v.string(), 1, "Value does not match validator.\nValue: 1.0\nValidator: v.string()"],
  [
    "path",
    v.object({ a: v.array(v.string()) }),
    { a: ["x", null] },
    "Value does not match validator.\nPath: .a[1]\nValue: null\nValidator: v.string()",
  ],
  [
    "missing field",
    v.object({ name: v.string(), age: v.optional(v.int64()) }),
    {},
    "Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {}\nValidator: v.object({age: v.optional(v.int64()), name: v.string()})",
  ],
  [
    "extra field below a path",
    v.object({ in: v.object({}) }),
    { in: { b: "x" } },
    'Object contains extra field `b` that is not in the validator.\nPath: .in\n\nObject: {b: "x"}\nValidator: v.object({})',
  ],
  [
    "id of another table",
    v.id("tasks"),
    roomId,
    `Found ID "${roomId}" from table \`rooms\`, which does not match the table name in validator \`v.id("tasks")\`.`,
  ],
  [
    "id of no table",
    v.id("tasks"),
    strangeId,
    `Value does not match validator.\nValue: "${strangeId}"\nValidator: v.id("tasks")`,
  ],
  [
    "no id at all",
    v.id("tasks"),
    "x",
    'Value does not match validator.\nValue: "x"\nValidator: v.id("tasks")',
  ],
  ["literal", v.literal("y"), "x", '`"x"` does not match literal validator `v.literal("y")`.'],
  [
    "union",
    v.union(v.literal("a"), v.number()),
    "x",
    'Value does not match validator.\nValue: "x"\nValidator: v.union(v.literal("a"), v.float64())',
  ],
  [
    "union of one",
    v.union(v.literal("a")),
    "x",
    '`"x"` does not match literal validator `v.literal("a")`.',
  ],
  [
    "null for optional",
    v.object({ a: v.optional(v.string()) }),
    { a: null },
    "Value does not match validator.\nPath: .a\nValue: null\nValidator: v.string()",
  ],
  [
    "key of a record",
    v.record(v.id("rooms"), v.number()),
    { x: 1 },
    'Value does not match validator.\nPath: .keys()\nValue: "x"\nValidator: v.id("rooms")',
  ],
  [
    "value of a record",
    v.record(v.string(), v.number()),
    { x: "1" },
    'Value does not match validator.\nPath: .values()\nValue: "1"\nValidator: v.float64()',
  ],
  [
    "integer for float",
    v.number(),
    { $integer: "AQAAAAAAAAA=" },
    "Value does not match validator.\nValue: 1\nValidator: v.float64()",
  ],
])("does not fit: %s [V5]", (...[, validator, value, text]) => {
  expect(problem(validator, value)).toBe(text);
});

const anyValidator = fc.letrec<{ validator: GenericValidator }>((tie) => ({
  validator: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<GenericValidator>(
      v.null(),
      v.number(),
      v.int64(),
      v.boolean(),
      v.string(),
      v.bytes(),
      v.any(),
      v.id("rooms"),
      v.literal("a"),
      v.literal(1),
      v.literal(1n),
    ),
    fc.array(tie("validator"), { maxLength: 3 }).map((members) => v.union(...members)),
    tie("validator").map((member) => v.array(member as never)),
    fc
      .tuple(tie("validator"), tie("validator"))
      .map(([a, b]) => v.object({ a: a as never, b: v.optional(b as never) })),
    tie("validator").map((member) => v.record(v.string(), member as never)),
  ),
})).validator;

const anyCandidate = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 1, 0, "a", "b", roomId, strangeId),
    fc.constantFrom<Json>({ $integer: "AQAAAAAAAAA=" }, { $bytes: "" }, { $undefined: null }),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "constructor"), tie("value"), { maxKeys: 2 }),
  ),
})).value;

test("the quick answer of whether a value fits is the answer of the thorough check [V5]", () => {
  fc.assert(
    fc.property(anyValidator, anyCandidate, (validator, value) => {
      const { json } = validator as unknown as { json: ValidatorJson };
      const isFitting = fits(json, value, tables);
      expect(explainMisfit(json, value, tables) === null).toBe(isFitting);
    }),
    { numRuns: 3_000 },
  );
});
