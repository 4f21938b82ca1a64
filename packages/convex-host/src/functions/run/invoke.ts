import type { App, AppFunction } from "../app/app.ts";
import { findFunction, type Wanted } from "../../wire/find-function.ts";
import { messageOf } from "../../log.ts";
import { argumentsText } from "../../values/canonical.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { checkValue, type ValidatorJson } from "../../values/validator.ts";
import { valueFault } from "../../values/value-faults.ts";
import { runInside } from "./context.ts";
import { CallError, EndlessError, Overloaded } from "./errors.ts";
import type { Execution } from "./execution.ts";
import type { RunLimits } from "./run-limits.ts";
import { watchForStall } from "./stalled.ts";
import { untilRejectionsTold } from "./unnoticed.ts";
import type { Catalog } from "../../database/tables/catalog.ts";

// Captured at load, so that the fake timers of a test do not stop the host's own.
const { setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

/**
 * The function that a call names; throws a `CallError` otherwise. Internal functions do not exist for public callers.
 */
export function requireFunction(app: App, wanted: Wanted): AppFunction {
  const search = findFunction(app.functions, wanted);
  if ("refusal" in search) throw new CallError(search.refusal);
  return search.found;
}

export type Invocation<Transaction> = {
  execution: Execution<Transaction>;
  called: AppFunction;
  argsText: string;
  catalog: Catalog;
  limits: RunLimits;
};

/**
 * The canonical text of the argument array. Throws a `CallError` when the arguments are too large or no Convex values.
 * Equal values have one text, other values another.
 */
export function encodeArguments(
  args: JsonObject,
  limits: Pick<RunLimits, "argumentBytes">,
): string {
  const text = textOfArguments(args);
  if (isLonger(text, limits.argumentBytes)) {
    throw new CallError(`Function arguments are too large (limit: ${limits.argumentBytes} bytes).`);
  }
  return text;
}

/** Arguments that are no Convex values are a mistake of the caller, as those are that do not fit the validator. */
function textOfArguments(args: JsonObject): string {
  try {
    return argumentsText(args);
  } catch (error) {
    throw new CallError(messageOf(error), { cause: error });
  }
}

/**
 * Checks the arguments, runs the handler as part of the execution and checks the result. Returns its canonical text.
 */
export async function invoke<Transaction>(invocation: Invocation<Transaction>): Promise<string> {
  const { execution, called, argsText, catalog, limits } = invocation;
  const { args, returns } = called.validators();
  const [given] = JSON.parse(argsText) as [Json];
  validate(args, given, { catalog, title: "ArgumentValidationError" });
  const text = await runInside(execution, () =>
    called.invoke(argsText, execution.request.requestId),
  );
  if (isLonger(text, limits.resultBytes)) {
    throw new CallError(`Function return value is too large (limit: ${limits.resultBytes} bytes).`);
  }
  const value = JSON.parse(text) as Json;
  const fault = valueFault(text, value);
  if (fault !== null)
    throw new CallError(`The return value of ${called.path} is invalid: ${fault}`);
  if (returns !== null) validate(returns, value, { catalog, title: "ReturnsValidationError" });
  return text;
}

/**
 * Settles like `work`, or rejects earlier when the execution fails or its time is over. Waits for turns are not its own
 * time: beside many others a short query would fail that has hardly run.
 */
export async function withinTime<Transaction, Result>(
  execution: Execution<Transaction>,
  { ownMs, waitMs = Infinity }: { ownMs: number; waitMs?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const beganMs = now();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const waitedMs = execution.waits.ms;
    const leftMs = ownMs - (now() - beganMs - waitedMs);
    if (leftMs <= 0) execution.fail(timedOut(ownMs));
    else if (waitedMs >= waitMs) execution.fail(new Overloaded());
    else timer = setTimeout(look, Math.ceil(Math.min(leftMs, waitMs - waitedMs)));
  };
  look();
  try {
    return await untilNoticed(execution, work);
  } finally {
    clearTimeout(timer);
  }
}

function timedOut(limitMs: number): EndlessError {
  const seconds = limitMs / 1000;
  return new EndlessError(`Function execution timed out (maximum duration: ${seconds}s)`);
}

/** Settles like `work`, or rejects earlier when the execution fails, also by work that it started and did not await. */
export async function untilNoticed<Transaction, Result>(
  execution: Execution<Transaction>,
  work: () => Promise<Result>,
): Promise<Result> {
  const noticed = async () => {
    const result = await work();
    // A call that nobody awaits and that waits for a turn counts like one that is performed at once. Otherwise the speed
    // of the machine would change the result.
    let turn: Promise<void> | null;
    do {
      turn = execution.lastTurn;
      await turn;
      await untilRejectionsTold();
    } while (turn !== execution.lastTurn);
    return result;
  };
  return await execution.untilFailure(noticed());
}

/**
 * Settles like `work` of a query or mutation, or rejects earlier when its time is over or nothing can settle it any
 * more.
 */
export async function untilSettled<Transaction, Result>(
  execution: Execution<Transaction>,
  { transactionMs, waitMs, stalledMs }: RunLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const stopWatching = watchForStall(execution.pending, stalledMs, (error) =>
    execution.fail(error),
  );
  try {
    return await withinTime(execution, { ownMs: transactionMs, waitMs }, work);
  } finally {
    stopWatching();
  }
}

/**
 * True when a text has more than `bytes` bytes in UTF-8. It counts only near the limit, because a character has at most
 * three bytes.
 */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}

function validate(
  validator: ValidatorJson,
  value: Json,
  { catalog, title }: { catalog: Catalog; title: string },
): void {
  if (validator.type === "any") return;
  const problem = checkValue(validator, value, catalog);
  if (problem !== null) throw new CallError(`${title}: ${problem}`);
}
