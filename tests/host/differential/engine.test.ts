import { afterEach, beforeEach, test, vi } from "vitest";
import { operation } from "./fixture-operations.ts";
import { runProgram } from "./fixture-program.ts";
import { expectSame, programsOf, programTimeout, seedsOf } from "./programs.ts";

const seeds = seedsOf(24);
const operationCount = 60;

beforeEach(() => {
  vi.useFakeTimers();
  // Of convex-test, about scheduled functions that fail.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(seeds)(
  "[D1] [D15] [D16] [D17] [Q1] [Q2] [Q3] [Q5] [Q7] [R4] [R15] [R18] [J3] reads, writes, calls and jobs are the same on convex-test and on the host: program %i",
  async (seed) => {
    await expectSame(programsOf(operation, operationCount), seed, runProgram);
  },
  programTimeout,
);
