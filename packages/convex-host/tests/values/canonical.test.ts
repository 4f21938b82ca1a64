import { convexToJson, getConvexSize, jsonToConvex } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { argumentsText, canonicalText, isIdentifier } from "../../src/values/canonical.ts";
import type { Json, JsonObject } from "../../src/values/json.ts";
import { valueSize } from "../../src/values/sizes.ts";
import { anyValue } from "./arbitrary-values.ts";

test("the text holds the value [V3]", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = canonicalText(convexToJson(value));
      expect(convexToJson(jsonToConvex(JSON.parse(text)))).toEqual(convexToJson(value));
    }),
  );
});

test("equal values have one text, whatever the order of their fields [V3]", () => {
  expect(canonicalText({ b: [1, { d: null, c: "x" }], a: true, "10": 1, "9": 2 })).toBe(
    '{"10":1,"9":2,"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalText(-0)).toBe(canonicalText({ $float: "AAAAAAAAAIA=" }));
});

test("fields that are undefined are left out [V3]", () => {
  expect(canonicalText({ a: { $undefined: null }, b: { c: { $undefined: null } } })).toBe(
    '{"b":{}}',
  );
});

test("a field named __proto__ is a field, and no argument has one [V3]", () => {
  const text = '{"__proto__":1}';
  expect(canonicalText(JSON.parse(text) as Json)).toBe(text);
  for (const args of [text, `{"a":[{"b":${text}}]}`])
    expect(() => argumentsText(JSON.parse(args) as JsonObject)).toThrow("__proto__");
  const inTexts = { a: '"__proto__":', b: ["__proto__"], __proto: 1 };
  expect(argumentsText(inTexts)).toBe(`[${canonicalText(inTexts)}]`);
});

test.each<[string, unknown]>([
  ["a name starting with $", { $set: [] }],
  ["a name starting with $ among others", { a: 1, $b: 2 }],
  ["a name outside of ASCII", { ä: 1 }],
  ["a name with a control character", { "a\n": 1 }],
  ["a name of 1025 characters", { ["x".repeat(1025)]: 1 }],
  ["undefined in an array", [{ $undefined: null }]],
  ["undefined alone", { $undefined: null }],
  ["an integer of seven bytes", { $integer: "AAAAAAAAAA==" }],
  ["an integer that is no base64", { $integer: "AAAAAAAAAA!=" }],
  ["bytes without padding", { $bytes: "AA" }],
  ["an ordinary number as $float", { $float: "AAAAAAAA8D8=" }],
  ["half a surrogate pair", "\ud800"],
  ["an array of 8193", new Array(8193).fill(0)],
  [
    "an object of 1025 fields",
    Object.fromEntries(Array.from({ length: 1025 }, (_, at) => [`f${at}`, 0])),
  ],
])("refused: %s [V3]", (_name, value) => {
  expect(() => canonicalText(value as Json)).toThrow();
});

test("nesting has a limit [V4]", () => {
  let value: Json = 1;
  for (let level = 0; level < 16; level++) value = level % 2 ? [value] : { a: value };
  expect(canonicalText(value, { maxNesting: 16 })).toContain("1");
  expect(() => canonicalText([value], { maxNesting: 16, what: "Document" })).toThrow(
    "Document is too nested (nested 17 levels deep > maximum nesting 16)",
  );
});

test("sizes are Convex's sizes [V4]", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(valueSize(convexToJson(value))).toBe(getConvexSize(value));
    }),
  );
});

test.each([
  ["tasks", true],
  ["_a1", true],
  ["a".repeat(64), true],
  ["a".repeat(65), false],
  ["__", false],
  ["1a", false],
  ["a-b", false],
  ["", false],
])("%j is an identifier: %s [V3]", (name, expected) => {
  expect(isIdentifier(name)).toBe(expected);
});
