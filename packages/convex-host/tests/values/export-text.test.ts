import { convexToJson } from "convex/values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalText } from "../../src/values/canonical.ts";
import { exportText, parseExportText } from "../../src/values/export-text.ts";
import type { Json } from "../../src/values/json.ts";
import { anyValue } from "./arbitrary-values.ts";

test("every value comes back from the text of an export [C9]", () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const text = canonicalText(convexToJson(value));
      expect(canonicalText(parseExportText(exportText(JSON.parse(text) as Json)))).toBe(text);
    }),
  );
});

test.each([
  [1, "1.0"],
  [-0.5, "-0.5"],
  [1e21, "1e+21"],
  [{ $integer: "KgAAAAAAAAA=" }, "42"],
  [{ $float: "AAAAAAAAAIA=" }, "-0.0"],
  [{ $float: "AAAAAAAA8H8=" }, '{"$float":"AAAAAAAA8H8="}'],
  [{ $bytes: "AA==" }, '{"$bytes":"AA=="}'],
  ['1 "2" 3', '"1 \\"2\\" 3"'],
])("%j is written as Convex's exports write it [C9]", (value, text) => {
  expect(exportText(value)).toBe(text);
  expect(parseExportText(text)).toEqual(value);
});
