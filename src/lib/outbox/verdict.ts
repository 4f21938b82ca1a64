import { ApiError } from "../api-client.ts";
import { errorCode } from "../errors.ts";
import { ConvexError } from "convex/values";
import type { Refusal } from "./operation.ts";

/** The meaning of a failed try: the server's no, a lost line, a session that is over, or something unexpected. */
export type Verdict = "refused" | "no-line" | "signed-out" | "unexpected";

/** Answers of what stands between this device and a server, and of a server that has too much to do. */
const noLineStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** Tells what the error of a try means. */
export function verdictOn(error: unknown): Verdict {
  const code = errorCode(error);
  if (code === "unauthenticated") return "signed-out";
  if (code !== null) return "refused";
  if (error instanceof ApiError && noLineStatuses.has(error.status)) return "no-line";
  // Fetch throws this when nobody answers.
  return error instanceof TypeError ? "no-line" : "unexpected";
}

/** The reason of a refusal as it is kept. */
export function reasonOf(error: unknown): Refusal {
  return { code: errorCode(error), message: announcedBy(error) };
}

/** The refusal as an error like the one that the server threw, also for tabs that did not send. */
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

/** The status of a refusal and what the server said, in its words and without the JSON around them. */
function wordsOf({ status, message }: ApiError): string {
  const words = /"message":("(?:[^"\\]|\\.)*")/.exec(message)?.[1];
  return words === undefined ? message : `${String(status)}: ${String(JSON.parse(words))}`;
}
