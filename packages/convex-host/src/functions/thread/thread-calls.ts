import { beginImport, failImport } from "../admin/import-log.ts";
import { runInlineQuery } from "../admin/inline-query.ts";
import { planImport } from "../admin/plan-import.ts";
import type { Room } from "../admin/import-bounds.ts";
import type { RunLog } from "../admin/run-log.ts";
import { StorageError } from "../../database/sqlite/driver.ts";
import { describeError } from "../../log.ts";
import { isRefusedByDisk, notStored } from "../../storage/not-stored.ts";
import type { JsonObject } from "../../values/json.ts";
import { valueLimits } from "../../values/value-limits.ts";
import type { LiveRounds } from "../live/live-rounds.ts";
import type {
  Answer,
  AnswerOf,
  Asked,
  CallOutcome,
  CommandName,
  Commands,
  FailureCode,
  FunctionCall,
} from "../../wire/commands.ts";
import type { FromThread } from "../../wire/messages.ts";
import type { Pulse } from "../../wire/pulse.ts";
import type { ActionOutcome, Call, Engine, MutationOutcome, QueryOutcome } from "../run/calls.ts";
import { ownTurn } from "./own-turn.ts";

export type CallContext = {
  engine: Engine;
  runLog: RunLog;
  rounds: Pick<LiveRounds, "answered" | "clients">;
  pulse: Pulse;
  room: Room;
  post: (message: FromThread) => void;
};

/** The commands without bodies. */
type PlainName = Exclude<CommandName, "http">;
export type PlainAsked = Asked<PlainName>;

/** Notes that a call is running, until the returned function is called. */
type Enter = () => () => void;

/** Runs one command and posts its single answer. An error becomes a failure with a text for all callers. */
export async function answerCall(
  context: CallContext,
  call: number,
  asked: PlainAsked,
): Promise<void> {
  const { engine, post, pulse } = context;
  const enter = () => pulse.enter({ kind: "call", call });
  const leave = waitsForLane(engine, asked) ? null : enter();
  let answer: Answer;
  try {
    answer = await answerTo(context, asked, enter);
  } catch (error) {
    const fields = { type: asked.name, error: describeError(error) };
    post({ type: "log", level: "error", event: "call.failed", fields });
    return post({ type: "failed", call, ...failureOf(asked.name, error) });
  } finally {
    leave?.();
  }
  post({ type: "answer", call, answer });
  // The update comes after the answer: a client resolves a mutation on the first Transition behind it (SPEC S).
  refreshClient(context, asked, answer);
}

/** The commands that store something, and what. Functions tell of the disk by their outcome. */
const stored: ReadonlyMap<CommandName, "changes" | "file"> = new Map([
  ["adopt-file", "file"],
  ["plan-import", "changes"],
  ["begin-import", "changes"],
]);

/** The code and the words of an error for the caller. */
function failureOf(name: CommandName, error: unknown): { code: FailureCode; message: string } {
  const what = stored.get(name);
  if (what !== undefined && (error instanceof StorageError || isRefusedByDisk(error)))
    return notStored(what);
  return { code: "Internal", message: "Your request couldn't be completed. Try again later." };
}

/** True for commands that wait in the lane, while something else runs. */
function waitsForLane(engine: Engine, { name, question }: PlainAsked): boolean {
  switch (name) {
    case "mutation":
    case "stored-answer":
    case "adopt-file":
      return true;
    case "any":
      return engine.kindOf(question.function.path, question.function.caller) === "mutation";
    default:
      return false;
  }
}

function answerTo<Name extends PlainName>(
  context: CallContext,
  { name, question }: Asked<Name>,
  enter: Enter,
): AnswerOf<Name> | Promise<AnswerOf<Name>> {
  return answers[name](context, question, enter);
}

type Answers = {
  [Name in PlainName]: (
    context: CallContext,
    question: Commands[Name]["question"],
    enter: Enter,
  ) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
};

/** The answer to a query when those before it in the request have used up the room for answers. */
const tooLarge: CallOutcome = {
  ...{ ok: false, logLines: [] },
  message: "The answers of these queries are too large together. Ask fewer at once.",
};

const answers: Answers = {
  async query({ engine }, { queries }) {
    const snapshot = engine.database.snapshot();
    try {
      const outcomes: CallOutcome[] = [];
      let bytes = 0;
      for (const query of queries) {
        await ownTurn(query.metadata);
        const outcome =
          bytes < valueLimits.resultBytes
            ? outcomeOf(await engine.query(toCall(query), { at: snapshot }))
            : tooLarge;
        outcomes.push(outcome);
        if (outcome.ok) bytes += outcome.value.length;
      }
      return { outcomes, ts: snapshot.ts };
    } finally {
      snapshot.close();
    }
  },
  async mutation({ engine }, { function: called, request }, enter) {
    const options = { ...(request === null ? {} : { request }), enter };
    return outcomeOf(await engine.mutation(toCall(called), options));
  },
  async "stored-answer"({ engine }, { function: called, request }) {
    const stored = await engine.answered(toCall(called), request);
    return stored === null ? null : outcomeOf(stored);
  },
  async action({ engine }, { function: called }) {
    await ownTurn(called.metadata);
    return outcomeOf(await engine.action(toCall(called)));
  },
  async any({ engine }, { function: called }, enter) {
    const call = toCall(called);
    const kind = engine.kindOf(call.path, call.caller);
    if (kind === "mutation") return outcomeOf(await engine.mutation(call, { enter }));
    await ownTurn(called.metadata);
    // A path that names no function gets the engine's own message.
    return outcomeOf(await (kind === "action" ? engine.action(call) : engine.query(call)));
  },
  async "inline-query"({ engine }, { source, metadata }) {
    return outcomeOf(await runInlineQuery(engine, source, metadata));
  },
  latest: ({ engine }) => engine.database.latest,
  "run-log": ({ runLog }, { cursor }) => runLog.since(cursor),
  "find-file": ({ engine }, { uuid }) => engine.files.find(uuid),
  "check-upload": ({ engine }, { token }) => engine.files.isUploadToken(token),
  "adopt-file": ({ engine }, { token, id, file }) =>
    engine.files.isUploadToken(token) ? engine.files.adopt(file, id) : null,
  async "plan-import"({ engine, room, rounds }, { id, job }) {
    await planImport(engine.database, { id, job, room });
    rounds.clients.askSystemAgain();
    return null;
  },
  "begin-import"({ engine, rounds }, { id }) {
    const isBegun = beginImport(engine.database.meta, id);
    rounds.clients.askSystemAgain();
    return isBegun;
  },
  "fail-import"({ engine, rounds }, { id, reason }) {
    try {
      failImport(engine.database.meta, id, reason);
    } finally {
      // The failure is known even where the disk refuses its record.
      rounds.clients.askSystemAgain();
    }
    return null;
  },
};

/** Serves the client that waits for a mutation before others. */
function refreshClient({ rounds }: CallContext, asked: PlainAsked, answer: Answer): void {
  if (asked.name !== "mutation" && asked.name !== "stored-answer") return;
  const { client } = asked.question;
  const outcome = answer as AnswerOf<"mutation" | "stored-answer">;
  if (client !== null && outcome?.ok === true && outcome.ts !== undefined)
    rounds.answered(client, outcome.ts);
}

function toCall(call: FunctionCall): Call {
  const { path, identity, caller, metadata } = call;
  const args = JSON.parse(call.args) as JsonObject;
  // From outside, only the admin key makes a caller internal.
  const isForOperator = caller === "internal";
  return { path, args, identity, caller, isForOperator, request: metadata };
}

/** The part of an outcome that is sent to the main thread. */
function outcomeOf(outcome: QueryOutcome | MutationOutcome | ActionOutcome): CallOutcome {
  const { logLines } = outcome;
  if (outcome.ok) {
    const { value } = outcome;
    return { ok: true, value, logLines, ...("ts" in outcome && { ts: outcome.ts }) };
  }
  const { message, data } = outcome;
  return { ok: false, message, logLines, ...(data === undefined ? {} : { data }) };
}
