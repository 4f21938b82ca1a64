import type { QueryOutcome } from "../../src/functions/run/calls.ts";

/** A client's answer to a question, without the number of its request. */
export type Shown = { type: string; value?: unknown; errorMessage?: string; errorData?: unknown };

/** Converts the answer of a message. */
export function shownChange({ type, value, errorMessage, errorData }: Shown): Shown {
  if (type === "QueryUpdated") return { type, value };
  return { type, errorMessage: withoutRequest(errorMessage ?? ""), errorData };
}

/** Converts the answer of a call. */
export function shownOutcome(outcome: QueryOutcome): Shown {
  if (outcome.ok) return { type: "QueryUpdated", value: JSON.parse(outcome.value) as unknown };
  const errorMessage = withoutRequest(outcome.message);
  return { type: "QueryFailed", errorMessage, errorData: outcome.data };
}

/** Removes the parts of an error message that differ between requests, and the word that tells who was refused. */
function withoutRequest(message: string): string {
  return message
    .replace(/^\[Request ID: \w+\] Server Error\n/, "")
    .replace("find public function", "find function");
}
