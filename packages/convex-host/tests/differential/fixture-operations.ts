import fc from "fast-check";
import { bytesStep, fileStep, storeStep, fileRowStep } from "./fixture-file-steps.ts";
import { ending, pagedQuery, query, type SentQuery } from "./fixture-queries.ts";
import {
  strictPatch,
  strictThing,
  searchedWords,
  textPatch,
  textThing,
  thing,
  thingPatch,
  undefinedFields,
  value,
  valueByCheck,
} from "./fixture-values.ts";
import { id, refTo, type Sent } from "./sent-values.ts";

/** One step of a random program. */
export type Operation =
  | { type: "run"; kind: "query" | "mutation" | "action"; person: string | null; steps: Sent[] }
  /** Reads pages of these sizes, with a mutation between every two of them. */
  | { type: "pages"; query: SentQuery; sizes: number[]; between: Sent[][] }
  /** Lets time pass and runs the scheduled functions that are due. */
  | { type: "wait"; ms: number }
  /** Calls a function with one argument. Without `value` the argument is missing; `stray` names an extra one. */
  | { type: "check"; name: string; value?: Sent; stray?: string };

type StepFields = Record<string, fc.Arbitrary<Sent>>;

function step(name: string, fields: StepFields, optional: StepFields = {}): fc.Arbitrary<Sent> {
  const all: StepFields = { do: fc.constant(name), ...fields, ...optional };
  return fc.record(all, { requiredKeys: ["do", ...Object.keys(fields)] });
}

/** Makes steps from an id and the name of its table; a few ids belong to another table. */
function tableOfId(make: (name: string, ids: fc.Arbitrary<Sent>) => fc.Arbitrary<Sent>) {
  return fc.oneof(
    make("things", id("things", ["strict"])),
    make("strict", id("strict", ["things"])),
  );
}

const searchStep = step(
  "search",
  { words: searchedWords, without: fc.integer({ min: -2, max: 4 }) },
  { equal: fc.integer({ min: -2, max: 3 }) },
);

const readStep = fc.oneof(
  { weight: 6, arbitrary: step("read", { query: query, ending }) },
  { weight: 2, arbitrary: searchStep },
  tableOfId((name, ids) => step("get", { id: ids, table: fc.constant(name) })),
  // The text is always an id: convex-test returns null for a text that is none.
  step("get", { id: fc.oneof(refTo("things"), refTo("strict")) }),
  tableOfId((name, ids) => step("normalize", { id: ids, table: fc.constant(name) })),
);

const writesTo = (name: string, fields: fc.Arbitrary<Sent>, patch: typeof thingPatch) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: step("insert", { table: fc.constant(name), fields }, { cleared: undefinedFields }),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          step("patch", { id: id(name, ["things", "strict"]) }, { table: fc.constant(name) }),
          patch,
        )
        .map(([target, change]): Sent => ({ ...(target as object), ...change })),
    },
    step(
      "replace",
      { id: id(name, ["things", "strict"]), fields },
      { table: fc.constant(name), cleared: undefinedFields },
    ),
    step("remove", { id: id(name, ["things", "strict"]) }, { table: fc.constant(name) }),
  );

const writeStep = fc.oneof(
  { weight: 6, arbitrary: writesTo("things", thing, thingPatch as never) },
  { weight: 3, arbitrary: writesTo("strict", strictThing, strictPatch as never) },
  { weight: 3, arbitrary: writesTo("texts", textThing, textPatch as never) },
  step("patchAll", { query: query, fields: fc.record({ a: value }) }),
);

const who = step("who", {});

// The data has neither int64 nor bytes, which convex-test loses when an error passes from function to function.
const plainData = fc.constantFrom<Sent>(
  ...[null, true, -0, 1.5, Number.NaN, "", "😀", [], [null, "é"], {}, { code: "x", at: [1] }],
);

const fail = fc.oneof(
  step("throw", { data: plainData }),
  step("fail", { message: fc.constant("It broke") }),
);

/** The steps of functions, which may call further functions in several levels. */
const steps = fc.letrec<Record<"read" | "write" | "act", Sent[]>>((tie) => {
  const few = { minLength: 1, maxLength: 4, depthSize: "small" as const };
  const call = (kind: string, name: "read" | "write" | "act") =>
    step("call", { kind: fc.constant(kind), steps: tie(name), caught: fc.boolean() });
  const schedule = (kind: string, name: "write" | "act") =>
    step("schedule", {
      kind: fc.constant(kind),
      delayMs: fc.nat(20_000),
      isDated: fc.boolean(),
      steps: tie(name),
    });
  const later = fc.oneof(
    { maxDepth: 2 },
    step("jobs", {}),
    step("cancel", { id: refTo("_scheduled_functions") }),
    schedule("mutation", "write"),
    schedule("action", "act"),
  );
  const nested = { maxDepth: 3, depthIdentifier: "steps" };
  return {
    read: fc.array(
      fc.oneof(nested, { weight: 6, arbitrary: readStep }, who, fileRowStep, call("query", "read")),
      few,
    ),
    write: fc.array(
      fc.oneof(
        nested,
        { weight: 10, arbitrary: writeStep },
        { weight: 5, arbitrary: readStep },
        { weight: 1, arbitrary: fail },
        { weight: 2, arbitrary: later },
        { weight: 2, arbitrary: fc.oneof(fileStep, fileRowStep) },
        who,
        call("query", "read"),
        call("stale", "read"),
        { weight: 3, arbitrary: call("mutation", "write") },
      ),
      few,
    ),
    act: fc.array(
      fc.oneof(
        nested,
        who,
        fail,
        { weight: 3, arbitrary: fc.oneof(fileStep, bytesStep) },
        storeStep,
        schedule("mutation", "write"),
        call("query", "read"),
        { weight: 3, arbitrary: call("mutation", "write") },
        call("action", "act"),
      ),
      few,
    ),
  };
});

const person = fc.constantFrom(null, null, "ann", "bob");

const run = (kind: "query" | "mutation" | "action", of: fc.Arbitrary<Sent[]>) =>
  fc.record({ type: fc.constant("run" as const), kind: fc.constant(kind), person, steps: of });

const check = fc.constantFrom(...Object.entries(valueByCheck)).chain(([name, fitting]) =>
  fc.record(
    {
      type: fc.constant("check" as const),
      name: fc.constantFrom(`${name}Argument`, `${name}Result`),
      value: fc.oneof(fitting, value, strictThing, refTo("strict")),
      stray: fc.constantFrom("more", "Value"),
    },
    { requiredKeys: ["type", "name"] },
  ),
);

const firstPage = step("page", {
  query: pagedQuery,
  size: fc.constant(1),
  cursor: fc.constant(null),
});

/** Runs that both engines refuse, in different words. */
const refusedRun = fc.oneof(
  run("mutation", fc.tuple(fc.oneof(storeStep, bytesStep))),
  run("query", fc.tuple(firstPage, firstPage)),
);

/** Operations of the fixture's programs. */
export const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 24, arbitrary: run("mutation", steps.write) },
  { weight: 10, arbitrary: run("query", steps.read) },
  { weight: 4, arbitrary: run("action", steps.act) },
  { weight: 1, arbitrary: run("query", fc.tuple(step("throw", { data: value }))) },
  { weight: 1, arbitrary: refusedRun },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("pages" as const),
      query: pagedQuery,
      sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }),
      between: fc.array(fc.array(writeStep, { maxLength: 2 }), { maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("wait" as const), ms: fc.nat(9000) }),
  },
  {
    weight: 6,
    arbitrary: check,
  },
);
