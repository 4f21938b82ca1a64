import { beginImport, failImport } from "../admin/import-log.ts";
import { planImport } from "../admin/plan-import.ts";
import type { RunLog } from "../admin/run-log.ts";
import { describeError } from "../../log.ts";
import type { JsonObject } from "../../values/json.ts";
import type { LiveRounds } from "../live/live-rounds.ts";
import type { CallCommand, CallOutcome, FromThread, FunctionCall } from "../../wire/messages.ts";
import type { Pulse } from "../../wire/pulse.ts";
import type { ActionOutcome, Call, Engine, MutationOutcome, QueryOutcome } from "../run/calls.ts";

export type CallContext = {
  engine: Engine;
  runLog: RunLog;
  rounds: Pick<LiveRounds, "answered">;
  pulse: Pulse;
  post: (message: FromThread) => void;
};

type FunctionCommand = Exclude<CallCommand, { type: "http" }>;

/** Carries out one call and posts its answer; whatever goes wrong becomes an answer too. */
export async function answerCall(context: CallContext, command: FunctionCommand): Promise<void> {
  const leave = waitsForLane(context.engine, command) ? null : enter(context, command);
  try {
    await answer(context, command);
  } catch (error) {
    context.post({
      type: "log",
      level: "error",
      event: "call.failed",
      fields: { type: command.type, error: describeError(error) },
    });
    const outcome = failure("Your request couldn't be completed. Try again later.");
    context.post({ type: "answer", call: command.call, outcome });
  } finally {
    leave?.();
  }
}

/** Notes that a call is running, until the returned function is called. */
function enter({ pulse }: CallContext, { call }: FunctionCommand): () => void {
  return pulse.enter({ kind: "call", call });
}

/** While these wait for their turn, something else runs. */
function waitsForLane(engine: Engine, command: FunctionCommand): boolean {
  switch (command.type) {
    case "mutation":
    case "settle":
    case "adopt-file":
      return true;
    case "any":
      return engine.kindOf(command.function.path, command.function.caller) === "mutation";
    default:
      return false;
  }
}

async function answer(context: CallContext, command: FunctionCommand): Promise<void> {
  const { engine, post } = context;
  const { call } = command;
  switch (command.type) {
    case "query":
      return answerQueries(context, command);
    case "mutation":
      return answerMutation(context, command);
    case "settle":
      return answerSettled(context, command);
    case "action": {
      const outcome = actionOutcome(await engine.action(toCall(command.function)));
      return post({ type: "answer", call, outcome });
    }
    case "any":
      return answerAny(context, command);
    case "latest":
      return post({ type: "answers", call, outcomes: [], ts: engine.database.latest });
    case "run-log":
      return post({ type: "run-log", call, ...context.runLog.since(command.cursor) });
    case "plan-import":
      await planImport(engine.database, command.id, command.job);
      return post({ type: "answer", call, outcome: success("null") });
    case "begin-import": {
      const begun = beginImport(engine.database.meta, command.id);
      return post({ type: "answer", call, outcome: success(JSON.stringify(begun)) });
    }
    case "fail-import":
      failImport(engine.database.meta, command.id, command.reason);
      return post({ type: "answer", call, outcome: success("null") });
    case "check-upload": {
      const isValid = engine.files.isUploadToken(command.token);
      return post({ type: "answer", call, outcome: success(JSON.stringify(isValid)) });
    }
    case "adopt-file": {
      if (!engine.files.isUploadToken(command.token))
        return post({ type: "answer", call, outcome: failure("Upload token expired.") });
      const storageId = await engine.files.adopt(command.file);
      return post({ type: "answer", call, outcome: success(JSON.stringify({ storageId })) });
    }
    case "find-file":
      return post({ type: "file", call, file: await engine.files.find(command.uuid) });
  }
}

async function answerSettled(
  { engine, rounds, post }: CallContext,
  command: Extract<CallCommand, { type: "settle" }>,
): Promise<void> {
  const stored = await engine.answered(toCall(command.function), command.request);
  const outcome = stored === null ? command.outcome : mutationOutcome(stored);
  post({ type: "answer", call: command.call, outcome });
  if (stored?.ok === true && command.client !== null) rounds.answered(command.client, stored.ts);
}

async function answerMutation(
  context: CallContext,
  command: Extract<CallCommand, { type: "mutation" }>,
): Promise<void> {
  const { engine, rounds, post } = context;
  const outcome = await engine.mutation(toCall(command.function), {
    ...(command.request === null ? {} : { request: command.request }),
    enter: () => enter(context, command),
  });
  post({ type: "answer", call: command.call, outcome: mutationOutcome(outcome) });
  // After the answer: a client resolves a mutation on the first Transition behind it (SPEC S).
  if (outcome.ok && command.client !== null) rounds.answered(command.client, outcome.ts);
}

async function answerQueries(
  { engine, post }: CallContext,
  command: Extract<CallCommand, { type: "query" }>,
): Promise<void> {
  const snapshot = engine.database.snapshot();
  try {
    const outcomes: CallOutcome[] = [];
    for (const query of command.queries)
      outcomes.push(queryOutcome(await engine.query(toCall(query), { at: snapshot })));
    post({ type: "answers", call: command.call, outcomes, ts: snapshot.ts });
  } finally {
    snapshot.close();
  }
}

async function answerAny(
  context: CallContext,
  command: Extract<CallCommand, { type: "any" }>,
): Promise<void> {
  const { engine, post } = context;
  const { call } = command;
  const functionCall = toCall(command.function);
  const kind = engine.kindOf(functionCall.path, functionCall.caller);
  // A path that names nothing gets the engine's own words for it.
  if (kind === null || kind === "query")
    return post({
      type: "answer",
      call,
      outcome: queryOutcome(await engine.query(functionCall)),
    });
  if (kind === "mutation") {
    const options = { enter: () => enter(context, command) };
    const outcome = await engine.mutation(functionCall, options);
    return post({ type: "answer", call, outcome: mutationOutcome(outcome) });
  }
  post({ type: "answer", call, outcome: actionOutcome(await engine.action(functionCall)) });
}

function toCall(call: FunctionCall): Call {
  const { path, identity, caller, metadata } = call;
  const args = JSON.parse(call.args) as JsonObject;
  // From outside, only the admin key makes a caller internal.
  const isForOperator = caller === "internal";
  return { path, args, identity, caller, isForOperator, request: metadata };
}

function success(value: string): CallOutcome {
  return { ok: true, value, logLines: [] };
}

function failure(message: string): CallOutcome {
  return { ok: false, message, logLines: [], code: "Internal" };
}

function queryOutcome(outcome: QueryOutcome): CallOutcome {
  if (!outcome.ok) return failedOutcome(outcome);
  return { ok: true, value: outcome.value, logLines: outcome.logLines, ts: outcome.ts };
}

function mutationOutcome(outcome: MutationOutcome): CallOutcome {
  if (!outcome.ok) return failedOutcome(outcome);
  return { ok: true, value: outcome.value, logLines: outcome.logLines, ts: outcome.ts };
}

function actionOutcome(outcome: ActionOutcome): CallOutcome {
  if (!outcome.ok) return failedOutcome(outcome);
  return { ok: true, value: outcome.value, logLines: outcome.logLines };
}

function failedOutcome(
  outcome: Extract<ActionOutcome, { ok: false }>,
): Extract<CallOutcome, { ok: false }> {
  const { message, logLines, data } = outcome;
  return { ok: false, message, logLines, ...(data === undefined ? {} : { data }) };
}
