import {
  actionGeneric,
  type FunctionReference,
  type GenericMutationCtx,
  type GenericQueryCtx,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { ConvexError, type GenericId, v, type Value } from "convex/values";
import { anyOf, type Contexts, type Data, required } from "./fixture-contexts.ts";
import { runFileStep } from "./fixture-files.ts";
import { endQuery, queryOf, searchTexts } from "./fixture-reads.ts";
import type { CallKind, Step } from "./fixture-steps.ts";

/** Runs the steps and returns the result of each. */
export const look = queryGeneric({
  args: { steps: v.any() },
  handler: async (ctx, { steps }) => await runSteps({ query: ctx }, steps as Step[]),
});

export const change = mutationGeneric({
  args: { steps: v.any() },
  handler: async (ctx, { steps }) => {
    return await runSteps({ query: ctx as GenericQueryCtx<Data>, mutation: ctx }, steps as Step[]);
  },
});

export const act = actionGeneric({
  args: { steps: v.any() },
  handler: async (ctx, { steps }) => await runSteps({ action: ctx }, steps as Step[]),
});

type Callable<Kind extends "query" | "mutation" | "action"> = FunctionReference<
  Kind,
  "public",
  { steps: Value },
  Value
>;

/** The functions of the fixture by the kind of function. */
export const fixture = {
  query: makeFunctionReference("app:look") as Callable<"query">,
  mutation: makeFunctionReference("app:change") as Callable<"mutation">,
  action: makeFunctionReference("app:act") as Callable<"action">,
};

async function runSteps(contexts: Contexts, steps: readonly Step[]): Promise<Value> {
  const answers: Value[] = [];
  for (const step of steps) answers.push((await runStep(contexts, step)) ?? null);
  return answers;
}

async function runStep(contexts: Contexts, step: Step): Promise<Value | void> {
  switch (step.do) {
    case "throw":
      throw new ConvexError(step.data);
    case "fail":
      throw new Error(step.message);
    case "who":
      return await anyOf(contexts).auth.getUserIdentity();
    case "call":
      return await callSteps(contexts, step);
    case "schedule": {
      const { scheduler } = contexts.mutation ?? required(contexts.action);
      const target = step.kind === "action" ? fixture.action : fixture.mutation;
      const args = { steps: step.steps };
      if (!step.isDated) return await scheduler.runAfter(step.delayMs, target, args);
      return await scheduler.runAt(Date.now() + step.delayMs, target, args);
    }
    case "get":
    case "normalize":
    case "read":
    case "search":
    case "page":
    case "jobs":
      return await runRead(required(contexts.query), step);
    case "file":
      return await runFileStep(contexts, step.act);
    default:
      return await runWrite(required(contexts.mutation), step);
  }
}

type Read = Extract<Step, { do: "get" | "normalize" | "read" | "search" | "page" | "jobs" }>;

async function runRead({ db }: GenericQueryCtx<Data>, step: Read): Promise<Value> {
  switch (step.do) {
    case "get":
      return step.table === undefined
        ? await db.get(step.id as never)
        : await db.get(step.table, step.id as never);
    case "normalize":
      return db.normalizeId(step.table, step.id);
    case "read":
      return await endQuery(queryOf(db, step.query), step.ending);
    case "search":
      return await searchTexts(db, step);
    case "page": {
      const { size, cursor, endCursor } = step;
      const options = { numItems: size, cursor, ...(endCursor === undefined ? {} : { endCursor }) };
      const { page, isDone, continueCursor } = await queryOf(db, step.query).paginate(options);
      return { page, isDone, continueCursor };
    }
    case "jobs": {
      const jobs = await db.system.query("_scheduled_functions").collect();
      // convex-test stores neither the end of a job nor the reason of its failure.
      return jobs.map(({ _id, args, scheduledTime, state }) => {
        return { _id, args: args as Value, scheduledTime, state: state.kind };
      });
    }
  }
}

type Write = Extract<
  Step,
  { do: "insert" | "patch" | "replace" | "remove" | "patchAll" | "cancel" }
>;

async function runWrite({ db, scheduler }: GenericMutationCtx<Data>, step: Write) {
  switch (step.do) {
    case "insert":
      return await db.insert(step.table, fieldsOf(step));
    case "patch":
      if (step.table === undefined) return await db.patch(step.id as never, fieldsOf(step));
      return await db.patch(step.table, step.id as never, fieldsOf(step));
    case "replace":
      if (step.table === undefined) return await db.replace(step.id as never, fieldsOf(step));
      return await db.replace(step.table, step.id as never, fieldsOf(step));
    case "remove":
      if (step.table === undefined) return await db.delete(step.id as never);
      return await db.delete(step.table, step.id as never);
    case "patchAll": {
      const ids: Value[] = [];
      for await (const { _id } of queryOf(db, step.query)) {
        ids.push(_id as string);
        await db.patch(_id as never, step.fields);
      }
      return ids;
    }
    case "cancel": {
      // convex-test also cancels jobs that have ended.
      const id = step.id as GenericId<"_scheduled_functions">;
      const job = await db.system.get("_scheduled_functions", id);
      return job?.state.kind === "pending" ? await scheduler.cancel(id) : null;
    }
  }
}

/** Returns the fields that a step writes. The fields in `cleared` are undefined, at the top level or in an object. */
function fieldsOf({ fields, cleared = [] }: { fields: Fields; cleared?: string[] }): Fields {
  const all: Record<string, unknown> = { ...fields };
  for (const path of cleared) {
    const [field, inner] = path.split(".") as [string, string?];
    all[field] = inner === undefined ? undefined : { [inner]: undefined, kept: 1 };
  }
  return all as Fields;
}

type Fields = Record<string, Value>;

async function callSteps(
  contexts: Contexts,
  { kind, steps, caught }: Extract<Step, { do: "call" }>,
): Promise<Value> {
  const call = () => callOf(contexts, kind, { steps: steps });
  if (!caught) return await call();
  try {
    return await call();
  } catch (error) {
    return error instanceof ConvexError ? { data: error.data as Value } : { caught: String(error) };
  }
}

async function callOf(contexts: Contexts, kind: CallKind, args: { steps: Value }): Promise<Value> {
  const { mutation, action } = contexts;
  switch (kind) {
    case "query":
      return await anyOf(contexts).runQuery(fixture.query, args);
    case "stale":
      return await required(mutation).runQuery(fixture.query, args, { useStaleSnapshot: true });
    case "mutation":
      return await (mutation ?? required(action)).runMutation(fixture.mutation, args);
    case "action":
      return await required(action).runAction(fixture.action, args);
  }
}
