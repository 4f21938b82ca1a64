import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { vi } from "vitest";
import { type EngineName, openEngine } from "./engines.ts";
import * as app from "./fixture-app.ts";
import { fixture } from "./fixture-app.ts";
import { checks } from "./fixture-checks.ts";
import type { Operation } from "./fixture-operations.ts";
import { programStart } from "./fixture-queries.ts";
import schema from "./fixture-schema.ts";
import { fewValues } from "./fixture-values.ts";
import { pass } from "./passing-time.ts";
import { resolve, type Sent } from "./sent-values.ts";
import { Transcript } from "./transcript.ts";
import type { TestEngine } from "../../src/testing/test-engine.ts";

/** The modules of the fixture, in the form that the engines load. */
const modules = {
  "./_generated/api.js": () => Promise.resolve({}),
  "./app.ts": () => Promise.resolve(app),
  "./checks.ts": () => Promise.resolve(checks),
};

const firstTexts = ["tap door", "tap2", "Dörr 9b", ""].map((words, count): Sent => {
  return { do: "insert", table: "texts", fields: { words, n: count } };
});

// The first rows have few values and their neighbours, so that the programs' queries find rows.
const firstRows: Sent[] = [
  ...firstTexts,
  ...[1, 2, 3].map((count) => ({
    do: "insert",
    table: "strict",
    fields: { kind: "first", count },
  })),
  ...fewValues.flatMap((a) =>
    fewValues.slice(0, 3).map((b, n) => {
      return { do: "insert", table: "things", fields: { n, a, b, o: { x: b } } };
    }),
  ),
  ...fewValues.map((b, n) => ({ do: "insert", table: "things", fields: { n, b } })),
];

const firstFiles = ["one", "two"].map((text): Sent => {
  return { do: "file", act: { type: "store", text, contentType: "text/plain" } };
});

type Engine = TestEngine<(typeof schema)["tables"]>;

type Run = { t: Engine; transcript: Transcript };

/** Runs a program on a fresh engine. Returns the transcript of its answers and of the data stored at the end. */
export async function runProgram(
  engine: EngineName,
  program: readonly Operation[],
): Promise<string[]> {
  vi.setSystemTime(programStart);
  const { t, tableOfId } = await openEngine(engine, schema, modules);
  const run: Run = { t, transcript: new Transcript(tableOfId) };
  await call(run, { kind: "mutation", person: null, steps: firstRows });
  await call(run, { kind: "action", person: null, steps: firstFiles });
  for (const operation of program) {
    await pass(run.t, 1000);
    await carryOut(run, operation);
  }
  await pass(run.t, 60_000);
  for (const table of ["things", "strict", "texts"]) {
    const query = { table };
    const read = { do: "read", query, ending: { type: "collect" } };
    await call(run, { kind: "query", person: null, steps: [read, { do: "jobs" }] });
  }
  const rows = { type: "rows", order: "asc", ending: { type: "collect" } };
  await call(run, { kind: "query", person: null, steps: [{ do: "file", act: rows }] });
  const contents = run.transcript.idsOf("_storage").map((id): Sent => {
    return { do: "file", act: { type: "bytes", id } };
  });
  await call(run, { kind: "action", person: null, steps: contents });
  return run.transcript.lines;
}

async function carryOut(run: Run, operation: Operation): Promise<void> {
  switch (operation.type) {
    case "run":
      return void (await call(run, operation));
    case "pages":
      return await readPages(run, operation);
    case "wait":
      return await wait(run.t, operation.ms);
    case "check":
      return void (await check(run, operation));
  }
}

/**
 * Lets time pass in one jump, so that several overdue functions run in the order of their times. With actions, time
 * passes step by step: the order between an action's work and a mutation that is due later is undefined.
 */
async function wait(t: Engine, ms: number): Promise<void> {
  const end = Date.now() + ms;
  const hasAction = await t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    const due = jobs.filter(({ state, scheduledTime }) => {
      return state.kind === "pending" && scheduledTime <= end;
    });
    return due.some(({ name }) => name.endsWith(":act"));
  });
  if (hasAction) return await pass(t, ms);
  vi.advanceTimersByTime(ms);
  await t.finishInProgressScheduledFunctions();
}

type Call = Omit<Extract<Operation, { type: "run" }>, "type">;

async function call({ t, transcript }: Run, { kind, person, steps }: Call): Promise<Value> {
  const caller =
    person === null ? t : t.withIdentity({ subject: person, issuer: "https://i.test" });
  const sent = resolve(steps, (table) => transcript.idsOf(table));
  return await transcript.writeOutcome({ kind, person, steps: sent }, async () => {
    const args = { steps: sent };
    if (kind === "query") return await caller.query(fixture.query, args);
    if (kind === "mutation") return await caller.mutation(fixture.mutation, args);
    return await caller.action(fixture.action, args);
  });
}

type Check = Omit<Extract<Operation, { type: "check" }>, "type">;

async function check({ t, transcript }: Run, { name, value, stray }: Check) {
  const args = {
    ...(value !== undefined && { value: resolve(value, (table) => transcript.idsOf(table)) }),
    ...(stray !== undefined && { [stray]: 1 }),
  };
  const target = makeFunctionReference<"query", typeof args, Value>(`checks:${name}`);
  await transcript.writeOutcome({ check: name, args }, () => t.query(target, args));
}

type Page = { page: Value[]; isDone: boolean; continueCursor: string };

/**
 * Reads page by page while the rows change, and reads each page again up to its end cursor. The last page is not read
 * again: convex-test reports it as the last, which Convex knows only after it has looked for one more row.
 */
async function readPages(
  run: Run,
  { query, sizes, between }: Extract<Operation, { type: "pages" }>,
) {
  const { t, transcript } = run;
  const asked = resolve(query, (table) => transcript.idsOf(table));
  const ask = async (step: Record<string, Value>): Promise<Value> => {
    const steps = [{ query: asked, ...step }];
    const [answer] = (await t.query(fixture.query, { steps })) as Value[];
    return answer ?? null;
  };
  let cursor: string | null = null;
  for (const [at, size] of sizes.entries()) {
    const answer = (await ask({ do: "page", size, cursor })) as Page;
    const all = (await ask({ do: "read", ending: { type: "collect" } })) as Value[];
    const { page, isDone, continueCursor }: Page = answer;
    const isLast = page.length < size || idOf(page.at(-1)) === idOf(all.at(-1));
    transcript.write({ page, isDone: isLast ? null : isDone });
    if (isLast) return;
    await call(run, { kind: "mutation", person: null, steps: between[at] ?? [] });
    const again = (await ask({ do: "page", size, cursor, endCursor: continueCursor })) as Page;
    transcript.write({ again: again.page });
    cursor = continueCursor;
  }
}

function idOf(row: Value | undefined): Value | undefined {
  return (row as { _id: string } | undefined)?._id;
}
