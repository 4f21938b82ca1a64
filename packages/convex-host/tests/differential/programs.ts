import fc from "fast-check";
import { expect } from "vitest";
import type { EngineName } from "./engines.ts";

// The part of a test's time that is left to shrink a failing program and to show the result.
const searchMs = 40_000;

/** The time limit of a test of one program, in milliseconds. */
export const programTimeout = 60_000;

/** Returns the seeds of a run: `count` of them, or those that the parity command sets in the environment. */
export function seedsOf(count: number): number[] {
  const { PARITY_PROGRAMS = count, PARITY_FROM = 1 } = process.env;
  return Array.from({ length: Number(PARITY_PROGRAMS) }, (_, at) => Number(PARITY_FROM) + at);
}

/** Generates programs of `length` operations; a failing program shrinks by leaving operations out. */
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
 * Runs the program of a seed on both engines and expects equal transcripts. On a difference it fails with a small
 * program that shows it.
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
