import { queryOperations } from "../syscalls/syscalls.ts";
import { Overloaded, toFailure } from "./errors.ts";
import { Execution } from "./execution.ts";
import { encodeArguments, invoke, requireFunction, untilSettled } from "./invoke.ts";
import { report } from "./report.ts";
import { StalledError } from "./stalled.ts";
import { callFromQuery } from "./run-nested.ts";
import {
  originate,
  type OriginatedCall,
  redactsFor,
  type RunServices,
  settle,
  type Settled,
} from "./services.ts";
import { SeededRandom } from "./seeded-random.ts";
import type { Call, Engine, QueryOptions, QueryOutcome } from "./calls.ts";
import type { ReadTransaction } from "../../database/transactions/read-transaction.ts";
import type { Snapshot } from "../../database/transactions/snapshot.ts";

/** Runs a query at a snapshot, outside of the lane. Never rejects for what the function does. */
export async function runQuery(
  services: RunServices,
  call: Call,
  options: QueryOptions = {},
): Promise<QueryOutcome> {
  const originated = originate(services, call);
  const { logs, request } = originated.origin;
  return await atSnapshot(services, options.at, async (snapshot) => {
    const nowMs = services.host.clock();
    const tx = snapshot.begin({ nowMs, journal: options.journal ?? null });
    const { onIdentityRead, taker } = options;
    const at = { tx, nowMs, onIdentityRead, taker };
    const { settled, readIdentity } = await executeQuery(services, originated, at);
    report(services, originated, settled);
    const redact = redactsFor(services, call);
    const style = { requestId: request.requestId, redact };
    const outcome = settled.ok
      ? { ...settled, logLines: redact ? [] : logs.lines }
      : toFailure(settled.error, style, logs);
    const isStalled = !settled.ok && isHeldUp(settled.error);
    const { journal, reads } = tx;
    return { ...outcome, ts: snapshot.ts, journal, reads, readIdentity, isStalled };
  });
}

/** True for a query that fails again where it runs again at once, after each commit. */
function isHeldUp(error: unknown): boolean {
  return error instanceof StalledError || error instanceof Overloaded;
}

/** Looks a query up and encodes its arguments, without running it. */
export function prepareQuery(
  services: RunServices,
  call: Parameters<Engine["prepare"]>[0],
): ReturnType<Engine["prepare"]> {
  const originated = originate(services, { ...call, identity: null });
  try {
    const called = requireFunction(services.host.app, { ...call, kind: "query" });
    return { ok: true, called, argsText: encodeArguments(call.args, services.limits) };
  } catch (error) {
    report(services, originated, { ok: false, error });
    const { request, logs } = originated.origin;
    const redact = redactsFor(services, call);
    return toFailure(error, { requestId: request.requestId, redact }, logs);
  }
}

/** Runs a query for an action, at a snapshot of its own. */
export async function callQuery(services: RunServices, call: OriginatedCall): Promise<Settled> {
  return await atSnapshot(services, undefined, async (snapshot) => {
    const nowMs = services.host.clock();
    const tx = snapshot.begin({ nowMs });
    return (await executeQuery(services, call, { tx, nowMs })).settled;
  });
}

async function executeQuery(
  services: RunServices,
  call: OriginatedCall,
  at: { tx: ReadTransaction; nowMs: number } & Pick<QueryOptions, "onIdentityRead" | "taker">,
): Promise<{ settled: Settled; readIdentity: boolean }> {
  const { tx, nowMs, onIdentityRead, taker } = at;
  let readIdentity = false;
  const run = async () => {
    const called = call.called ?? requireFunction(services.host.app, { ...call, kind: "query" });
    const argsText = withGiven(encodeArguments(call.args, services.limits), call.given ?? null);
    const execution = new Execution<ReadTransaction>({
      host: services.host,
      path: called.path,
      transaction: tx,
      operations: queryOperations,
      origin: call.origin,
      frozenMs: nowMs,
      random: new SeededRandom(() => services.seedFor(String(tx.ts), called.path, argsText)),
      parent: null,
      call: callFromQuery(services),
      onIdentityRead,
      taker,
    });
    const { catalog } = services.database;
    const { limits } = services;
    try {
      return await untilSettled(execution, limits, () =>
        invoke({ execution, called, argsText, catalog, limits }),
      );
    } finally {
      execution.end();
      readIdentity = execution.readIdentity;
    }
  };
  return { settled: await settle(run()), readIdentity };
}

/** Appends the gate's answer to the argument array. Callers can set the first element only. */
function withGiven(argsText: string, given: string | null): string {
  return given === null ? argsText : `${argsText.slice(0, -1)},${given}]`;
}

async function atSnapshot<Result>(
  services: RunServices,
  given: Snapshot | undefined,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) return await work(given);
  const snapshot = services.database.snapshot();
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}
