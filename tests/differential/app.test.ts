import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectConsistent } from "../support/consistency.ts";
import { callsByFunction } from "./app-calls.ts";
import { appPrograms, publicFunctions, runAppProgram } from "./app-program.ts";
import { expectSame, programTimeout, seedsOf } from "convex-host/comparing";

/** The usual number is small: "npm run parity" runs hundreds. */
const usualPrograms = 6;
/** The maximum of further programs. Half of their calls go to functions that have not returned an answer yet. */
const mostMorePrograms = 10;
const seeds = seedsOf(usualPrograms);
const operationCount = 150;

const functions = await publicFunctions();

/** The outcomes of the programs so far: the functions that answered, and the codes and kinds of refusals. */
const answered = new Set<string>();
const refusals = new Set<string>();
let programsRun = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("CONVEX_CLOUD_URL", "https://host.test");
  vi.stubEnv("SITE_URL", "http://localhost");
});

afterEach(() => {
  vi.useRealTimers();
});

test("programs call every public function, and read with every query at the end [R15]", () => {
  const queries = [...functions].filter(([, kind]) => kind === "query").map(([path]) => path);
  const swept = Object.entries(callsByFunction).filter(([, { sweep }]) => sweep !== undefined);

  expect(Object.keys(callsByFunction).sort()).toEqual([...functions.keys()].sort());
  expect(swept.map(([path]) => path).sort()).toEqual(queries.sort());
});

test.each(seeds)(
  "the app is the same on convex-test and on the host, and its figures are right: program %i [D1] [D15] [Q1] [R3] [R15] [UNIT-05]",
  async (seed) => {
    // The engines store equal rows, so one check of their consistency is enough.
    const run: typeof runAppProgram = async (engine, program) =>
      await runAppProgram(engine, program, {
        look: engine === "host" ? expectConsistent : undefined,
      });
    noteOutcomes(await expectSame(appPrograms(operationCount), seed, run));
    programsRun += 1;
  },
  programTimeout,
);

test(
  "the programs had answers of every public function, and every kind of refusal [R15]",
  async ({ skip }) => {
    skip(programsRun < usualPrograms, "not all programs ran");
    const unanswered = () => [...functions.keys()].filter((path) => !answered.has(path));
    // A few programs with equal weights may have no answer of functions that need many records or a rare caller.
    for (let more = 1; more <= mostMorePrograms && unanswered().length > 0; more++) {
      const programs = appPrograms(operationCount, { often: unanswered() });
      noteOutcomes(await expectSame(programs, usualPrograms + more, runAppProgram));
    }
    expect(unanswered()).toEqual([]);
    expect([...refusals].sort()).toEqual([
      ...["conflict", "forbidden", "invalid", "not_found", "unauthenticated"],
      "value does not fit",
    ]);
  },
  programTimeout,
);

type Entry = {
  path?: string;
  failure?: string | { refused: string } | { data: { code: string } };
};

function noteOutcomes(lines: readonly string[]): void {
  for (const line of lines) {
    const { path, failure } = JSON.parse(line) as Entry;
    if (failure === undefined) answered.add(path ?? "");
    else if (typeof failure === "string") refusals.add(failure);
    else refusals.add("refused" in failure ? failure.refused : failure.data.code);
  }
}
