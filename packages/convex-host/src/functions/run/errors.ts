import { convexToJson, jsonToConvex, type Value } from "convex/values";
import type { Json } from "../../values/json.ts";
import type { LogLines } from "./log-lines.ts";
import { notStored } from "../../storage/not-stored.ts";
import { type Failure, type FailureStyle, failureText } from "../../wire/failure.ts";

/** A refusal of the host itself: no function of this name, arguments that do not fit, time used up. */
export class CallError extends Error {
  override name = "CallError";
}

/** The mark by which Convex knows an error whose data reaches the caller. */
const convexErrorMark = Symbol.for("ConvexError");

/** An error of the host, such as a full disk. The function left no trace and may run again. Its data reaches the caller. */
export class HostFault extends CallError {
  override name = "HostFault";
  readonly [convexErrorMark] = true;
  readonly data: { readonly code: string; readonly message: string };

  constructor(data: HostFault["data"], cause?: unknown) {
    super(data.message, { cause });
    this.data = data;
  }
}

/** The disk has refused the changes of the function. */
export class NotStored extends HostFault {
  constructor(cause: unknown) {
    super(notStored("changes"), cause);
  }
}

/** The function has waited too long for turns of the thread. */
export class Overloaded extends HostFault {
  constructor() {
    const message =
      "The server has too much to do at the moment. Nothing was changed. Try again in a minute.";
    super({ code: "Overloaded", message });
  }
}

/** An error of a function that does not end: a defect of the app, told in the host's own words. */
export class EndlessError extends CallError {
  override name = "EndlessError";
}

/** The failure as the caller may see it; a ConvexError keeps its data in every mode. */
export function toFailure(error: unknown, style: FailureStyle, logs: LogLines): Failure {
  const data = convexErrorData(error);
  return {
    ok: false,
    message: failureText(fullText(error), style),
    ...(data === undefined ? {} : { data }),
    logLines: style.redact ? [] : logs.lines,
  };
}

/** The error as a calling function gets it from `ctx.run...`: Convex's text, and the data of a ConvexError. */
export function toCallerError(error: unknown): Error {
  const data = convexErrorData(error);
  const nested = new Error(fullText(error), { cause: error });
  return data === undefined ? nested : Object.assign(nested, { data });
}

/** The message of an error, and the stack frames in the app's own code. */
export function fullText(error: unknown): string {
  if (error instanceof CallError) return error.message;
  if (!(error instanceof Error)) return `Uncaught ${String(error)}`;
  const frames = (error.stack ?? "").split("\n").flatMap((line) => appFrame(line) ?? []);
  return [`Uncaught ${error.name}: ${error.message}`, ...frames].join("\n");
}

/** The encoded data of a ConvexError; undefined for every other error. */
export function convexErrorData(error: unknown): Json | undefined {
  if (typeof error !== "object" || error === null || !(convexErrorMark in error)) {
    return undefined;
  }
  const convexError = error as { data?: unknown; ConvexErrorSymbol?: symbol };
  if (convexError.ConvexErrorSymbol !== undefined) {
    // `convex/server` has replaced the data by JSON text. This is undone, because the app may keep the error object and
    // throw it again: the data would be encoded twice.
    const data = JSON.parse(convexError.data as string) as Json;
    delete convexError.ConvexErrorSymbol;
    convexError.data = jsonToConvex(data);
    return data;
  }
  return convexToJson((convexError.data ?? null) as Value);
}

/** Folders of the app's code: that of the sources, and that of a push. */
const appFolders = [
  /\/pushed\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\/(?!_deps\/)/,
  /\/convex\//,
];

/** A line of a stack trace with the path that the app's authors know; null for a frame of other code. */
function appFrame(line: string): string | null {
  if (!line.startsWith("    at ") || line.includes("/node_modules/")) return null;
  const folder = appFolders.find((each) => each.test(line));
  if (folder === undefined) return null;
  const before = `(\\(|at (?:async )?)(?:file://)?[^()\\s]*${folder.source}`;
  return line.replace(new RegExp(before), "$1../convex/");
}
