import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusalNames } from "./failures.ts";
import { Outcomes } from "./fixture-outcomes.ts";
import { operation } from "./fixture-operations.ts";
import { runProgram } from "./fixture-program.ts";
import { expectSame, programsOf, programTimeout, seedsOf } from "./programs.ts";

const usualPrograms = 24;
const seeds = seedsOf(usualPrograms);
const operationCount = 60;

/** Collects the outcomes of all programs of this file. */
const outcomes = new Outcomes();
let programsRun = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("CONVEX_CLOUD_URL", "https://host.test");
  // convex-test prints an error for each scheduled function that fails.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
});

test.each(seeds)(
  "reads, writes, calls, jobs and files are the same on convex-test and on the host: program %i [D1] [D15] [D16] [D17] [Q1] [Q2] [Q3] [Q5] [Q7] [Q12] [Q15] [R4] [R15] [R18] [J3] [F1] [F3] [F6] [F7]",
  async (seed) => {
    outcomes.note(await expectSame(programsOf(operation, operationCount), seed, runProgram));
    programsRun += 1;
  },
  programTimeout,
);

const readSteps = [
  ...["call query", "get", "jobs", "normalize", "who"],
  ...["read collect", "read first", "read take", "read unique", "read walk", "search"],
  ...["file normalize", "file row", "file rows", "file url"],
];
const writeSteps = [
  ...["insert", "patch", "patchAll", "replace", "remove", "file remove", "file uploadUrl"],
  ...["call mutation", "call stale", "cancel", "schedule action", "schedule mutation"],
];
const actionSteps = [
  ...["call action", "call mutation", "call query", "schedule mutation", "who"],
  ...["file bytes", "file remove", "file store", "file uploadUrl", "file url"],
];

test("the programs did every step in every function that has it, and met every refusal and end of a job [R15] [F6]", ({
  skip,
}) => {
  skip(programsRun < usualPrograms, "not all programs ran");
  expect(outcomes.answered("query")).toEqual(readSteps.toSorted());
  expect(outcomes.answered("mutation")).toEqual([...readSteps, ...writeSteps].sort());
  expect(outcomes.answered("action")).toEqual(actionSteps.toSorted());
  expect([...outcomes.refusals].sort()).toEqual(refusalNames.toSorted());
  expect([...outcomes.addresses].sort()).toEqual(["file", "upload"]);
  expect([...outcomes.jobStates].sort()).toEqual(["canceled", "failed", "pending", "success"]);
});
