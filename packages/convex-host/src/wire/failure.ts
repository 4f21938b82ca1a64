import type { Json } from "../values/json.ts";

/** A failure as the caller may see it: already redacted where it must be. `data` only for a thrown ConvexError. */
export type Failure = { ok: false; message: string; data?: Json; logLines: string[] };

/** The form in which failures leave the host. */
export type FailureStyle = { requestId: string; redact: boolean };

/** The text of a failure for its caller: the request it can be found by in the log, and the rest where that is not kept back. */
export function failureText(text: string, { requestId, redact }: FailureStyle): string {
  const title = `[Request ID: ${requestId}] Server Error`;
  return redact ? title : `${title}\n${text}`;
}
