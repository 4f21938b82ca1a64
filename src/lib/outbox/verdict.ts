import { ApiError } from "../api-client.ts";
import { errorCode } from "../errors.ts";
import { ConvexError } from "convex/values";
import type { Refusal } from "./operation.ts";

/**
 * The meaning of a failed attempt: the server's refusal, a server whose disk takes nothing now, a lost connection, an
 * ended session, or something unexpected.
 */
export type Verdict = "refused" | "not-stored" | "no-line" | "signed-out" | "unexpected";

/**
 * The status codes of an overloaded server and of what stands between it and this device: proxies, networks that want a
 * sign-in (407, 511), and gateways with numbers of their own (520 to 530).
 */
const noLineStatuses: ReadonlySet<number> = new Set([
  ...[407, 408, 429, 502, 503, 504, 511],
  ...[520, 521, 522, 523, 524, 525, 526, 527, 530],
]);

/** Classifies the error of an attempt. */
export function verdictOn(error: unknown): Verdict {
  const code = errorCode(error);
  if (code === "unauthenticated") return "signed-out";
  if (code === "NotStored") return "not-stored";
  if (code !== null) return "refused";
  if (error instanceof ApiError && noLineStatuses.has(error.status)) return "no-line";
  // Fetch throws a TypeError when it gets no response.
  return error instanceof TypeError ? "no-line" : "unexpected";
}

/** The reason of a refusal, in the form in which it is stored. */
export function reasonOf(error: unknown): Refusal {
  return { code: errorCode(error), message: announcedBy(error) };
}

/** A stored refusal as an error like the server's, also for tabs that did not send the operation. */
export function errorOf({ code, message }: Refusal): Error {
  return code === null ? new Error(message) : new ConvexError({ code, message });
}

function announcedBy(error: unknown): string {
  if (error instanceof ApiError) return wordsOf(error);
  if (!(error instanceof ConvexError)) return "";
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("message" in data)) return "";
  return typeof data.message === "string" ? data.message : "";
}

/** The status of a refusal and the server's message, without the JSON around it. */
function wordsOf({ status, message }: ApiError): string {
  const words = /"message":("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  return words === undefined ? message : `${String(status)}: ${String(JSON.parse(words))}`;
}
