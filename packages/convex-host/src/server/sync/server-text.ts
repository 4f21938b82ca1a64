import type { CallOutcome } from "../../wire/commands.ts";
import type { QueryChange, QueryResult } from "../../wire/live-clients.ts";
import type { StateVersion } from "./protocol.ts";
import { encodeTimestamp } from "./encoded-timestamp.ts";

/** The text of a Transition. Results are spliced in as they are: the function thread made their text once for all. */
export function transitionText(transition: {
  start: StateVersion;
  end: StateVersion;
  changes: readonly QueryChange[];
  results: readonly QueryResult[];
  clock: { skewMs: number | null; nowMs: number };
}): string {
  const { start, end, changes, results, clock } = transition;
  let modifications = "";
  for (const { queryId, result } of changes) {
    const rest = result === null ? '"type":"QueryRemoved"}' : results[result]?.text;
    modifications += `${modifications === "" ? "" : ","}{"queryId":${queryId},${rest}`;
  }
  // Clients use the clock fields only when they confirm a token.
  const times =
    end.identity > start.identity && clock.skewMs !== null
      ? `,"clientClockSkew":${clock.skewMs},"serverTs":${clock.nowMs * 1_000_000}`
      : "";
  return (
    `{"type":"Transition","startVersion":${versionText(start)},"endVersion":${versionText(end)},` +
    `"modifications":[${modifications}]${times}}`
  );
}

/** The text of the answer to a mutation; the value goes in as the text the function thread made. */
export function mutationResponse(requestId: number, outcome: CallOutcome): string {
  if (!outcome.ok) return failedResponse("MutationResponse", requestId, outcome);
  const ts = JSON.stringify(encodeTimestamp(outcome.ts ?? 0n));
  return (
    `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":${outcome.value},` +
    `"ts":${ts},"logLines":${JSON.stringify(outcome.logLines)}}`
  );
}

/** The text of the answer to an action. */
export function actionResponse(requestId: number, outcome: CallOutcome): string {
  if (!outcome.ok) return failedResponse("ActionResponse", requestId, outcome);
  return (
    `{"type":"ActionResponse","requestId":${requestId},"success":true,"result":${outcome.value},` +
    `"logLines":${JSON.stringify(outcome.logLines)}}`
  );
}

/** The answer to a call that is not carried out. */
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
    // Its mere presence makes it a ConvexError at the client.
    ...(outcome.data === undefined ? {} : { errorData: outcome.data }),
  });
}

function versionText(version: StateVersion): string {
  return (
    `{"querySet":${version.querySet},"identity":${version.identity},` +
    `"ts":"${encodeTimestamp(version.ts)}"}`
  );
}
