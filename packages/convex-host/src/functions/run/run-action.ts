import type { NestedCall } from "../syscalls/callers.ts";
import { actionOperations } from "../syscalls/syscalls.ts";
import { toCallerError, toFailure } from "./errors.ts";
import { Execution } from "./execution.ts";
import { encodeArguments, invoke, requireFunction, withinTime } from "./invoke.ts";
import { report } from "./report.ts";
import { executeMutation } from "./run-mutation.ts";
import { callQuery } from "./run-query.ts";
import {
  originate,
  type OriginatedCall,
  redactsFor,
  type RunServices,
  settle,
  type Settled,
} from "./services.ts";
import type { ActionOutcome, Call } from "./calls.ts";

/** Runs an action. It has no transaction; each query and mutation that it calls has its own. */
export async function runAction(services: RunServices, call: Call): Promise<ActionOutcome> {
  const originated = originate(services, call);
  const { logs, request } = originated.origin;
  const settled = await executeAction(services, originated);
  report(services, originated, settled);
  const redact = redactsFor(services, call);
  if (settled.ok) return { ...settled, logLines: redact ? [] : logs.lines };
  const style = { requestId: request.requestId, redact };
  return toFailure(settled.error, style, logs);
}

/** Runs an action and keeps the error as it was thrown. */
export async function executeAction(services: RunServices, call: OriginatedCall): Promise<Settled> {
  const run = async () => {
    const { limits } = services;
    const called = requireFunction(services.host.app, { ...call, kind: "action" });
    const argsText = encodeArguments(call.args, limits);
    const execution = actionExecution(services, called.path, call);
    const { catalog } = services.database;
    try {
      return await withinTime(execution, { ownMs: limits.actionMs }, () =>
        invoke({ execution, called, argsText, catalog, limits }),
      );
    } finally {
      execution.end();
    }
  };
  return await settle(run());
}

/** An execution without a transaction: time runs, randomness is true, the outside world is open. */
export function actionExecution(
  services: RunServices,
  path: string,
  { origin }: Pick<OriginatedCall, "origin">,
): Execution<null> {
  return new Execution<null>({
    host: services.host,
    path,
    transaction: null,
    operations: actionOperations,
    origin,
    frozenMs: null,
    random: null,
    parent: null,
    call: (from, nested) => callFromAction(services, from, nested),
  });
}

async function callFromAction(
  services: RunServices,
  from: Execution<null>,
  { kind, path, args }: NestedCall,
): Promise<string> {
  const call: OriginatedCall = { path, args, caller: "internal", origin: from.origin };
  const run = { query: callQuery, mutation: executeMutation, action: executeAction }[kind];
  const settled = await run(services, call);
  if (settled.ok) return settled.value;
  throw toCallerError(settled.error);
}
