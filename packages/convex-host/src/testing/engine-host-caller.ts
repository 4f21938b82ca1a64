import {
  actionGeneric,
  type FunctionReference,
  getFunctionName,
  mutationGeneric,
  queryGeneric,
  type UserIdentity,
} from "convex/server";
import { ConvexError, convexToJson, jsonToConvex, type Value } from "convex/values";
import { functionsOf } from "../functions/app/load-app.ts";
import { currentExecution } from "../functions/run/context.ts";
import type { Execution } from "../functions/run/execution.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { finishAllJobs, finishRunningJobs } from "./engine-host-jobs.ts";
import type { Backend } from "./engine-host.ts";
import type { Identity } from "../wire/caller.ts";
import type { ActionOutcome } from "../functions/run/calls.ts";
import type { FunctionKind } from "../wire/find-function.ts";
import type { WriteTransaction } from "../database/transactions/write-transaction.ts";

/** The caller of a test's functions. */
export type Caller = {
  identity: Identity | null;
  request: { ip: string | null; userAgent: string | null };
};

type Handler = (ctx: Record<string, unknown>, args: unknown) => Promise<Value | undefined>;
type Target = FunctionReference<FunctionKind, "public" | "internal"> | Handler;

const registrars = { query: queryGeneric, mutation: mutationGeneric, action: actionGeneric };

let inlineCount = 0;
let requestCount = 0;

/** The interface of convex-test, answered by the host's engine. */
export function createCaller(backend: Promise<Backend>, caller: Caller): object {
  const run = async (kind: FunctionKind, target: Target, args?: Record<string, Value>) => {
    const { engine, functions } = await backend;
    const path = typeof target === "function" ? addInline(functions, kind, target) : pathOf(target);
    const encoded = convexToJson(args ?? {}) as JsonObject;
    const call = { path, args: encoded, caller: "internal", ...callDetails(caller) } as const;
    return valueOf(await engine[kind](call));
  };
  return {
    query: (target: Target, args?: Record<string, Value>) => run("query", target, args),
    mutation: (target: Target, args?: Record<string, Value>) => run("mutation", target, args),
    action: (target: Target, args?: Record<string, Value>) => run("action", target, args),
    run: (handler: Handler) =>
      run("mutation", (ctx, args) => handler({ ...ctx, storage: storageOf(ctx) }, args)),
    fetch: async (path: string, init?: RequestInit) => {
      if (!path.startsWith("/")) throw new Error("The path given to fetch must start with a /");
      const request = new Request(`https://some.convex.site${path}`, init);
      const { engine } = await backend;
      const response = await engine.http(request, callDetails(caller));
      return response ?? new Response("No matching routes found", { status: 404 });
    },
    withIdentity: (given: Partial<UserIdentity>) =>
      createCaller(backend, { ...caller, identity: identityOf(given) }),
    withRequestMetadata: (given: Partial<Caller["request"]>) =>
      createCaller(backend, { ...caller, request: { ip: null, userAgent: null, ...given } }),
    finishInProgressScheduledFunctions: async () => finishRunningJobs((await backend).engine),
    finishAllScheduledFunctions: async (advanceTimers: () => void, maxRounds?: number) =>
      finishAllJobs((await backend).engine, advanceTimers, maxRounds),
  };
}

function callDetails({ identity, request }: Caller) {
  requestCount += 1;
  return { identity, request: { ...request, requestId: `test-${requestCount}` } };
}

function pathOf(target: Exclude<Target, Handler>): string {
  return getFunctionName(target);
}

function addInline(functions: Backend["functions"], kind: FunctionKind, handler: Handler): string {
  inlineCount += 1;
  const registered = registrars[kind]({ handler: handler as never });
  const [inline] = functionsOf("inline", { [`handler${inlineCount}`]: registered });
  if (inline === undefined) throw new Error("The inline function is not callable.");
  functions.set(inline.path, inline);
  return inline.path;
}

function valueOf(outcome: ActionOutcome): Value {
  if (outcome.ok) return jsonToConvex(JSON.parse(outcome.value) as Json);
  if (outcome.data !== undefined) throw new ConvexError(jsonToConvex(outcome.data));
  throw new Error(outcome.message);
}

function identityOf(given: Partial<UserIdentity>): Identity {
  const subject = given.subject ?? `subject of ${JSON.stringify(given)}`;
  const issuer = given.issuer ?? "https://convex.test";
  const tokenIdentifier = given.tokenIdentifier ?? `${issuer}|${subject}`;
  return { ...(given as JsonObject), subject, issuer, tokenIdentifier };
}

/** The `ctx.storage` of `run`, where tests may store and read files as with convex-test. */
function storageOf(ctx: Record<string, unknown>): object {
  return {
    ...(ctx["storage"] as object),
    store: async (blob: Blob, options?: { sha256?: string }) => {
      const { transaction, host } = runningTransaction();
      const file = await host.files.write(blob, options?.sha256);
      return await host.files.adoptWithin(transaction, file);
    },
    get: async (storageId: string) => {
      const { transaction, host } = runningTransaction();
      const file = host.files.locate(transaction, storageId);
      return file && (await host.files.read(file));
    },
  };
}

function runningTransaction(): Execution<WriteTransaction> {
  return currentExecution() as Execution<WriteTransaction>;
}
