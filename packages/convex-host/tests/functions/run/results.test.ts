import { queryGeneric } from "convex/server";
import { v, type Value } from "convex/values";
import { expect, test } from "vitest";
import { callOf, startEngine, valueOf } from "../../support/started-engine.ts";

const nested = (levels: number): Value => (levels === 0 ? 1 : [nested(levels - 1)]);

test.each<[string, () => Value, string]>([
  ["65 levels", () => nested(65), "Value is too nested (nested 65 levels deep"],
  ["half a character", () => ({ a: ["\ud83d"] }), "half of a surrogate pair"],
  ["8,193 elements", () => Array.from({ length: 8193 }, () => 0), "Array length is too long"],
  [
    "1,025 fields",
    () => Object.fromEntries(Array.from({ length: 1025 }, (_, at) => [`f${at}`, 0])),
    "Object has too many fields",
  ],
])("a result of %s is none of a Convex value, and fails [R15]", async (_name, make, message) => {
  const answer = queryGeneric(make);
  const checked = queryGeneric({ args: {}, returns: v.any(), handler: make });
  const { engine } = await startEngine({ modules: { app: { answer, checked } } });

  for (const path of ["app:answer", "app:checked"])
    expect(await engine.query(callOf(path))).toMatchObject({
      ok: false,
      message: expect.stringContaining(message) as string,
    });
});

test("results may have 64 levels, whole characters and texts that look like halves [R15]", async () => {
  const results: Value[] = [nested(64), "\u{1F600}", "\\ud83d", { "\\ud83d": 1 }];
  const answer = queryGeneric(() => results.slice(1));
  const deep = queryGeneric(() => results[0]!);
  const { engine } = await startEngine({ modules: { app: { answer, deep } } });

  expect(valueOf(await engine.query(callOf("app:answer")))).toEqual(results.slice(1));
  expect((await engine.query(callOf("app:deep"))).ok).toBe(true);
});
