import fc from "fast-check";
import { expect } from "vitest";
import type { EngineName } from "./engines.ts";

// Left of a test's time to make a failing program smaller and to show what is left of it.
const searchMs = 40_000;

/** Milliseconds of a test of one program. */
export const programTimeout = 60_000;

/** The seeds of the programs of one run: these many, or what the parity command asks for. */
export function seedsOf(count: number): number[] {
  const { PARITY_PROGRAMS = count, PARITY_FROM = 1 } = process.env;
  return Array.from({ length: Number(PARITY_PROGRAMS) }, (_, at) => Number(PARITY_FROM) + at);
}

/** Programs of this many operations; a failing one is made smaller by leaving operations out. */
export function programsOf<Operation>(
  operation: fc.Arbitrary<Operation>,
  length: number,
): fc.Arbitrary<Operation[]> {
  const left = fc.constant(null);
  const step = fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: left },
    { weight: 1000, arbitrary: operation },
  );
  return fc
    .array(step, { minLength: length, maxLength: length })
    .map((steps) => steps.filter((one) => one !== null));
}

/**
 * Runs the program of a seed on both engines, which must come to the same; fails with a small program on which they do
 * not.
 */
export async function expectSame<Program>(
  programs: fc.Arbitrary<Program>,
  seed: number,
  run: (engine: EngineName, program: Program) => Promise<string[]>,
): Promise<string[]> {
  let lines: string[] = [];
  const check = fc.asyncProperty(programs, async (program) => {
    lines = await run("host", program);
    expect(lines).toEqual(await run("convex-test", program));
  });
  await fc.assert(check, { seed, numRuns: 1, interruptAfterTimeLimit: searchMs });
  return lines;
}
