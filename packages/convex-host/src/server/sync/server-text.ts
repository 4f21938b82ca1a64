import type { CallOutcome } from "../../wire/commands.ts";
import type { QueryChange, QueryResult } from "../../wire/live-clients.ts";
import type { StateVersion } from "./protocol.ts";
import { encodeTimestamp } from "./encoded-timestamp.ts";

/** A message to a client: a text, or texts with answers between them that other clients may get as well. */
export type ServerMessage = string | readonly (string | QueryResult)[];

/** The whole text of a message. */
export function textOf(message: ServerMessage): string {
  if (typeof message === "string") return message;
  let text = "";
  for (const piece of message) text += typeof piece === "string" ? piece : piece.text;
  return text;
}

/** The number of characters of a message. */
export function lengthOf(message: ServerMessage): number {
  if (typeof message === "string") return message.length;
  let length = 0;
  for (const piece of message)
    length += typeof piece === "string" ? piece.length : piece.text.length;
  return length;
}

/** Versions with their text. A message begins with the versions with which the one before ended. */
export type Versions = StateVersion & { text: string };

export function versions({ querySet, identity, ts }: StateVersion): Versions {
  const text = `{"querySet":${querySet},"identity":${identity},"ts":"${encodeTimestamp(ts)}"}`;
  return { querySet, identity, ts, text };
}

/** A Transition. Results are inserted as they are: the function thread made their text once for all clients. */
export function transition(moved: {
  start: Versions;
  end: Versions;
  changes: readonly QueryChange[];
  results: readonly QueryResult[];
  clock: { skewMs: number | null; nowMs: number };
}): ServerMessage {
  const { start, end, changes, results, clock } = moved;
  const between = `"startVersion":${start.text},"endVersion":${end.text}`;
  const message: (string | QueryResult)[] = [`{"type":"Transition",${between},"modifications":[`];
  changes.forEach(({ queryId, result }, at) => {
    message.push(`${at === 0 ? "" : ","}{"queryId":${queryId},`, modification(result, results));
  });
  // Clients use the clock fields only when they confirm a token.
  const times =
    end.identity > start.identity && clock.skewMs !== null
      ? `,"clientClockSkew":${clock.skewMs},"serverTs":${clock.nowMs * 1_000_000}`
      : "";
  message.push(`]${times}}`);
  return message;
}

/** The rest of a modification. Without a result it removes the query. */
function modification(
  result: number | null,
  results: readonly QueryResult[],
): string | QueryResult {
  return (result === null ? undefined : results[result]) ?? '"type":"QueryRemoved"}';
}

/** The text of the answer to a call; the value goes in as the text the function thread made. */
export function callResponse(
  { kind, requestId }: { kind: "mutation" | "action"; requestId: number },
  outcome: CallOutcome,
): string {
  const responseText = kind === "mutation" ? mutationResponse : actionResponse;
  return responseText(requestId, outcome);
}

function mutationResponse(requestId: number, outcome: CallOutcome): string {
  if (!outcome.ok) return failedResponse("MutationResponse", requestId, outcome);
  const ts = JSON.stringify(encodeTimestamp(outcome.ts ?? 0n));
  return (
    `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":${outcome.value},` +
    `"ts":${ts},"logLines":${JSON.stringify(outcome.logLines)}}`
  );
}

function actionResponse(requestId: number, outcome: CallOutcome): string {
  if (!outcome.ok) return failedResponse("ActionResponse", requestId, outcome);
  return (
    `{"type":"ActionResponse","requestId":${requestId},"success":true,"result":${outcome.value},` +
    `"logLines":${JSON.stringify(outcome.logLines)}}`
  );
}

/** The answer to a call that is not run. */
export function refusedCall(
  { type, requestId }: { type: "Mutation" | "Action"; requestId: number },
  message: string,
): string {
  return failedResponse(`${type}Response`, requestId, { ok: false, message, logLines: [] });
}

function failedResponse(
  type: "MutationResponse" | "ActionResponse",
  requestId: number,
  outcome: Extract<CallOutcome, { ok: false }>,
): string {
  return JSON.stringify({
    type,
    requestId,
    success: false,
    result: outcome.message,
    logLines: outcome.logLines,
    // The presence of the field makes it a ConvexError at the client.
    ...(outcome.data === undefined ? {} : { errorData: outcome.data }),
  });
}
