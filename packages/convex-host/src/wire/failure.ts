import type { Json } from "../values/json.ts";

/** A failure as the caller may see it, already redacted where it must be. Only a thrown ConvexError has `data`. */
export type Failure = { ok: false; message: string; data?: Json; logLines: string[] };

/** The form in which failures leave the host. */
export type FailureStyle = { requestId: string; redact: boolean };

/**
 * The text of a failure for its caller: the request id, by which the log names it, and the rest unless it is redacted.
 */
export function failureText(text: string, { requestId, redact }: FailureStyle): string {
  const title = `[Request ID: ${requestId}] Server Error`;
  return redact ? title : `${title}\n${text}`;
}
