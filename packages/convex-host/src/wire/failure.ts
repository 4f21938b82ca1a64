import type { Json } from "../values/json.ts";

/** A failure as the caller may see it: already redacted where it must be. `data` only for a thrown ConvexError. */
export type Failure = { ok: false; message: string; data?: Json; logLines: string[] };

/** How failures leave the host. */
export type FailureStyle = { requestId: string; redact: boolean };

/** What a caller reads of a failure: the request it can be found by in the log, and the rest where that is not kept back. */
export function failureText(text: string, { requestId, redact }: FailureStyle): string {
  const title = `[Request ID: ${requestId}] Server Error`;
  return redact ? title : `${title}\n${text}`;
}
