import { ApiError } from "../api-client.ts";
import { errorCode, isOverloaded } from "../errors.ts";
import { ConvexError } from "convex/values";
import type { Refusal } from "./operation.ts";

/**
 * The meaning of a failed attempt: the server's refusal, a server whose disk takes nothing now, a lost connection, an
 * ended session, or something unexpected.
 */
export type Verdict = "refused" | "not-stored" | "no-line" | "signed-out" | "unexpected";

/** Classifies the error of an attempt. */
export function verdictOn(error: unknown): Verdict {
  const code = errorCode(error);
  if (code === "unauthenticated") return "signed-out";
  if (code === "NotStored") return "not-stored";
  // Only some attempts in a row make a refusal of it: a page that alone has a photo must not let it go.
  if (code === "no_room") return "unexpected";
  if (code !== null) return "refused";
  if (isOverloaded(error)) return "no-line";
  // A request without an answer of the server ends with a TypeError.
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
