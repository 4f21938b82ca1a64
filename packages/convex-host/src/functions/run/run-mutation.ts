import type { AppFunction } from "../app/app.ts";
import { hostSessionPrefix } from "../jobs/crons.ts";
import { mutationOperations } from "../syscalls/syscalls.ts";
import { CallError, NotStored, toFailure } from "./errors.ts";
import { Execution, takerOf } from "./execution.ts";
import { encodeArguments, invoke, requireFunction, untilSettled } from "./invoke.ts";
import { messageOf } from "../../log.ts";
import { report } from "./report.ts";
import { callFromMutation, type Nesting } from "./run-nested.ts";
import { originate, type OriginatedCall, redactsFor, type RunServices } from "./services.ts";
import { StorageError } from "../../database/sqlite/driver.ts";
import { SeededRandom } from "./seeded-random.ts";
import { kindsOfWork } from "./turns.ts";
import type { Timestamp } from "../../values/timestamp.ts";
import type { Call, MutationOutcome } from "./calls.ts";
import type { WriteTransaction } from "../../database/transactions/write-transaction.ts";
import type { RequestRecord } from "../../database/transactions/request-log.ts";

export type MutationOptions = {
  /** The id under which it is executed at most once. A repetition gets the first answer. */
  request?: { sessionId: string; requestId: number };
  /** Called when its turn begins; the function that it returns is called when the turn is over. */
  enter?: () => () => void;
  /** The host's own part of the same transaction: `before` may refuse the run, `after` sees it succeed. */
  steps?: { before: (tx: WriteTransaction) => boolean; after?: (tx: WriteTransaction) => void };
};

export type SettledMutation =
  | {
      ok: true;
      value: string;
      ts: Timestamp;
      logLines: string[];
    }
  | { ok: false; error: unknown };

/** Runs a mutation in its turn; resolves when its commit is on disk. Never rejects for what the function does. */
export async function runMutation(
  services: RunServices,
  call: Call,
  options: MutationOptions = {},
): Promise<MutationOutcome> {
  const originated = originate(services, call);
  const { logs, request } = originated.origin;
  const isForged = options.request?.sessionId.startsWith(hostSessionPrefix) === true;
  const settled = isForged
    ? { ok: false as const, error: new CallError("This session id belongs to the host.") }
    : await executeMutation(services, originated, options);
  report(services, originated, settled);
  const redact = redactsFor(services, call);
  if (settled.ok) return { ...settled, logLines: redact ? [] : settled.logLines };
  const style = { requestId: request.requestId, redact };
  return toFailure(settled.error, style, logs);
}

/** Runs a mutation and keeps the error as it was thrown. */
export async function executeMutation(
  services: RunServices,
  call: OriginatedCall,
  options: MutationOptions = {},
): Promise<SettledMutation> {
  try {
    // The lane is free before the flush, so that the mutations behind this one share it.
    const { onDisk } = await services.lane.run(takerOf(call.origin), () => {
      const leave = options.enter?.();
      return runInLane(services, call, options).finally(leave);
    });
    return await onDisk;
  } catch (error) {
    return { ok: false, error };
  }
}

/** The stored answer of an earlier run of this request; null when none is stored. Runs nothing and logs nothing. */
export async function findAnswer(
  services: RunServices,
  call: Call,
  request: { sessionId: string; requestId: number },
): Promise<MutationOutcome | null> {
  const { lane, database, host } = services;
  const originated = originate(services, call);
  const found = await lane.run(takerOf(originated.origin), () => {
    const tx = database.begin({ nowMs: host.clock() });
    try {
      return Promise.resolve({ stored: repeat(tx, originated, { request }) });
    } finally {
      database.rollback(tx);
    }
  });
  const settled = (await found.stored) ?? null;
  if (settled?.ok !== true) return null;
  return { ...settled, logLines: redactsFor(services, call) ? [] : settled.logLines };
}

type Committed = { onDisk: Promise<SettledMutation> };

async function runInLane(
  services: RunServices,
  call: OriginatedCall,
  options: MutationOptions,
): Promise<Committed> {
  const { database, host } = services;
  const nowMs = host.clock();
  const refused = (cause: unknown) => tellNotStored(services, call, cause);
  const tx = database.begin({ nowMs });
  let value: string;
  let mayWait = false;
  try {
    const repeated = repeat(tx, call, options);
    const early =
      repeated ?? (options.steps?.before(tx) === false ? Promise.resolve(skipped(tx.ts)) : null);
    if (early !== null) {
      database.rollback(tx);
      return { onDisk: early };
    }
    const called = requireFunction(host.app, { ...call, kind: "mutation" });
    mayWait = called.mayWait;
    const result = await runHandler(services, called, { call, tx, nowMs });
    options.steps?.after?.(tx);
    value = result;
  } catch (error) {
    const refusal = database.rollback(tx) ?? (error instanceof StorageError ? error : null);
    if (refusal === null) throw error;
    // The disk refused a read, or the commits before this one, and with them what it has read. That is no failure of the
    // app.
    return { onDisk: Promise.resolve(refused(refusal)) };
  }
  const answer = { value, logLines: call.origin.logs.lines };
  const committed = database.commit(tx, recordOf(call, options, answer), { mayWait });
  return { onDisk: flushed(committed, answer, refused) };
}

function skipped(ts: Timestamp): SettledMutation {
  return { ok: true, value: "null", ts, logLines: [] };
}

async function runHandler(
  services: RunServices,
  called: AppFunction,
  { call, tx, nowMs }: { call: OriginatedCall; tx: WriteTransaction; nowMs: number },
): Promise<string> {
  const { limits, host, database } = services;
  const argsText = encodeArguments(call.args, limits);
  const nesting: Nesting = { open: 0 };
  const execution = new Execution<WriteTransaction>({
    host,
    path: called.path,
    transaction: tx,
    operations: mutationOperations,
    origin: call.origin,
    taker: kindsOfWork.mutations,
    frozenMs: nowMs,
    random: new SeededRandom(services.freshSeed),
    parent: null,
    call: callFromMutation(services, nesting),
  });
  const { catalog } = database;
  try {
    const value = await untilSettled(execution, limits, () =>
      invoke({ execution, called, argsText, catalog, limits }),
    );
    // A function that catches the error of a read goes on without the data.
    if (execution.refusal !== null) throw execution.refusal;
    return value;
  } catch (error) {
    throw execution.refusal ?? error;
  } finally {
    execution.end();
    // Nested mutations that the function did not await are discarded with the execution.
    for (; nesting.open > 0; nesting.open--) tx.leaveNested("discard");
  }
}

function repeat(
  tx: WriteTransaction,
  call: OriginatedCall,
  { request }: MutationOptions,
): Promise<SettledMutation> | null {
  const earlier = request && tx.findRequest(request.sessionId, request.requestId);
  if (!earlier) return null;
  if (earlier.caller !== callerOf(call)) {
    throw new CallError("This request was already made by another caller.");
  }
  if (earlier.result === null) {
    throw new CallError(
      "This change was stored long ago, and its answer is not kept any more. Reload the page to see it.",
    );
  }
  return flushed(
    earlier.flushed.then(() => earlier.ts),
    { value: earlier.result, logLines: earlier.logLines },
  );
}

function recordOf(
  call: OriginatedCall,
  { request }: MutationOptions,
  { value, logLines }: { value: string; logLines: string[] },
): RequestRecord | undefined {
  return request && { ...request, caller: callerOf(call), result: value, logLines };
}

/**
 * The caller to whom an answer belongs. A call with the admin key shares no answer with anonymous callers, nor with the
 * person that its holder acts as.
 */
function callerOf({ origin, isForOperator }: OriginatedCall): string {
  const name = origin.identity?.tokenIdentifier ?? "";
  return isForOperator === true ? `the admin key\n${name}` : name;
}

async function flushed(
  commit: Promise<Timestamp>,
  answer: { value: string; logLines: string[] },
  refused = failedWith,
): Promise<SettledMutation> {
  return await commit.then((ts) => ({ ok: true, ...answer, ts }), refused);
}

function failedWith(cause: unknown): SettledMutation {
  return { ok: false, error: new NotStored(cause) };
}

/** Logs the cause of a refused commit. The app may catch the error that its caller gets. */
function tellNotStored(
  { log }: RunServices,
  { path, origin }: OriginatedCall,
  cause: unknown,
): SettledMutation {
  const { requestId } = origin.request;
  log.error("function.not-stored", { path, requestId, error: messageOf(cause) });
  return failedWith(cause);
}
