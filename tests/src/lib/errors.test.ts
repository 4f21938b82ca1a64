import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { ApiError } from "../../../src/lib/api-client.ts";
import { NotKept } from "../../../src/lib/device/not-kept.ts";
import { errorCode, errorSentence, showError } from "../../../src/lib/errors.ts";
import { sessionEnd } from "../../../src/lib/connection/session-end.ts";
import { errorOf, reasonOf, verdictOn } from "../../../src/lib/outbox/verdict.ts";
import { toastStore } from "../../../src/lib/toast-store.ts";

const appError = (code: string) => new ConvexError({ code, message: "internal words" });

test("both doors' failures have the same kind", () => {
  expect(errorCode(appError("conflict"))).toBe("conflict");
  expect(errorCode(new ApiError(409, "taken"))).toBe("conflict");
  expect(errorCode(appError("toString"))).toBeNull();
  expect(errorCode(new Error("500"))).toBeNull();
});

test("internal texts never show", () => {
  for (const error of [appError("forbidden"), new Error("secret words"), "secret words"]) {
    expect(errorSentence(error)).not.toMatch(/words/);
  }
});

test("a failed change shows Error and An error occurred [TOAST-02]", () => {
  showError(new Error("500: boom"));
  expect(toastStore.snapshot()).toMatchObject([
    { title: "Error", description: "An error occurred", variant: "destructive" },
  ]);
});

test("a change that finds no session ends it here, without a toast of its own [AUTH-17]", () => {
  const before = toastStore.snapshot();
  showError(appError("unauthenticated"));
  expect(sessionEnd.snapshot()).toBe(true);
  expect(toastStore.snapshot()).toBe(before);
});

test("a device that is too full to keep a change says what to do [FIELD-09]", () => {
  showError(new DOMException("internal words", "QuotaExceededError"));
  expect(toastStore.snapshot().at(-1)).toMatchObject({
    title: "Not done",
    description: "This device is full. Make room on it or find a network, and do it again.",
    variant: "destructive",
  });
});

test("a device that fails otherwise to keep a change says what to do, and not that it is full [FIELD-09]", () => {
  showError(new NotKept("internal words"));
  expect(toastStore.snapshot().at(-1)).toMatchObject({
    title: "Not done",
    description:
      "This browser could not store it, and the server was not reached. Do it again in a moment.",
  });
});

test("a server that could not store a change is told as such, and may be asked again [FIELD-06]", () => {
  const error = new ConvexError({ code: "NotStored", message: "internal words" });
  showError(error);
  expect(toastStore.snapshot().at(-1)).toMatchObject({
    title: "Not done",
    description: "The server could not store this: its disk is full, or takes nothing just now.",
  });
  expect(verdictOn(error)).toBe("not-stored");
  expect(errorSentence(errorOf(reasonOf(error)))).toMatch(/^The server could not store this/);
});

test("a server without room for photos is told as such, also when the refusal comes later [FIELD-06]", () => {
  const error = new ApiError(507, JSON.stringify({ message: "Too little free disk space" }));
  expect(errorSentence(errorOf(reasonOf(error)))).toMatch(/An administrator has to make room\.$/);
  // A page that alone has the photo, because the device is full too, goes on holding it.
  expect(verdictOn(error)).toBe("unexpected");
});
