import { readFileSync } from "node:fs";
import type { Value } from "convex/values";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Difference } from "./difference.ts";
import * as app from "./differences-app.ts";
import { differencesOfReads } from "./differences-of-reads.ts";
import { differencesOfSearches } from "./differences-of-searches.ts";
import { differencesOfWrites } from "./differences-of-writes.ts";
import { type EngineName, openEngine } from "./engines.ts";
import schema from "./fixture-schema.ts";

const modules = {
  "./_generated/api.js": () => Promise.resolve({}),
  "./differences.ts": () => Promise.resolve(app),
};

const differences = [...differencesOfReads, ...differencesOfWrites, ...differencesOfSearches];

beforeEach(() => {
  vi.useFakeTimers();
  // convex-test prints an error for each scheduled function that fails.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

async function answerOf(engine: EngineName, { ask }: Difference): Promise<unknown> {
  const { t } = await openEngine(engine, schema, modules);
  try {
    return await ask(t);
  } catch {
    return "refused";
  }
}

const cases = differences.map((difference) => {
  const { rule, host, convexTest } = difference;
  return [`[${rule}] ${host}; convex-test ${convexTest}`, difference] as const;
});

test.each(cases)("%s", async (_, difference) => {
  const answers = {
    host: (await answerOf("host", difference)) as Value,
    convexTest: (await answerOf("convex-test", difference)) as Value,
  };

  expect(answers).toEqual(difference.answers);
});

test("the host's rules name every difference from convex-test [Q3] [R15]", () => {
  const rules = readFileSync("packages/convex-host/SPEC.md", "utf8");
  const section = rules.slice(rules.indexOf("## Differences from convex-test"));
  const listed = section
    .split("\n- ")
    .slice(1)
    .map((line) => line.replaceAll(/\s+/g, " ").trim());

  expect(listed).toEqual(
    differences.map(({ rule, host, convexTest }) => {
      return `${host} (${rule}); convex-test ${convexTest}.`;
    }),
  );
});
