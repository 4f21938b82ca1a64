import { ConvexError } from "convex/values";

import { ApiError } from "./api-client.ts";
import { NotConnected } from "./connection/not-connected.ts";
import { reportSessionEnd } from "./connection/session-end.ts";
import { NotKept } from "./device/not-kept.ts";
import { missingPartSentence, PartNotLoaded } from "./parts/part-not-loaded.ts";
import { toastStore } from "./toast-store.ts";

const sentenceByCode = {
  invalid: "The server did not accept these values.",
  unauthenticated: "You are logged out.",
  forbidden: "You don't have permission to do this.",
  not_found: "This is no longer here. Someone may have deleted it.",
  conflict: "This has changed in the meantime. Look at it again and retry.",
  too_large: "This is too large to send.",
  no_room: "The server has too little free disk space. An administrator has to make room.",
  NotStored: "The server could not store this: its disk is full, or takes nothing just now.",
} as const;

/** The codes of failures that the server announces. */
export type ErrorCode = keyof typeof sentenceByCode;

const codeByStatus: Record<number, ErrorCode> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  507: "no_room",
};

/** The code of an announced failure; null for any other error. */
export function errorCode(error: unknown): ErrorCode | null {
  if (error instanceof ApiError) return codeByStatus[error.status] ?? null;
  const code = codeIn(error);
  return isErrorCode(code) ? code : null;
}

/** True when the server had no time for a call, over either door. Nothing is wrong with the call: it may be repeated. */
export function isOverloaded(error: unknown): boolean {
  return error instanceof ApiError ? error.status === 503 : codeIn(error) === "Overloaded";
}

function codeIn(error: unknown): unknown {
  return error instanceof ConvexError ? (error.data as { code?: unknown } | null)?.code : null;
}

/** A failure as a sentence for the user; internal texts never show. */
export function errorSentence(error: unknown): string {
  const code = errorCode(error);
  return code ? sentenceByCode[code] : "Something went wrong. Try again in a moment.";
}

/**
 * The standard reaction to a failed change. A lost session leads to the sign-in, other failures show the toast "Error"
 * with the sentence of this change, if it has one. Code that did not load, and a device that stores nothing, have their own messages.
 */
export function showError(error: unknown, description = "An error occurred"): void {
  if (errorCode(error) === "unauthenticated") reportSessionEnd();
  else if (error instanceof PartNotLoaded || error instanceof NotConnected) showNotDone(error);
  else if (isDeviceFull(error)) toastStore.show(deviceFull);
  else if (error instanceof NotKept) toastStore.show({ ...deviceFull, description: notKept });
  else if (errorCode(error) === "NotStored")
    toastStore.show({ ...deviceFull, description: sentenceByCode.NotStored });
  else toastStore.show({ title: "Error", description, variant: "destructive" });
}

const deviceFull = {
  title: "Not done",
  description: "This device is full. Make room on it or find a network, and do it again.",
  variant: "destructive",
} as const;

const notKept =
  "This browser could not store it, and the server was not reached. Do it again in a moment.";

/** True for the error of a device without free space. */
export function isDeviceFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

/**
 * Says that nothing was done because the code for it did not load, or because there is no connection; that is more
 * helpful than the sentence of the change.
 */
function showNotDone({ isServerThere }: PartNotLoaded | NotConnected): void {
  const description = isServerThere
    ? missingPartSentence(true)
    : "There is no connection to the server. Do it again when it is back.";
  toastStore.show({ title: "Not done", description, variant: "destructive" });
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === "string" && Object.hasOwn(sentenceByCode, value);
}
