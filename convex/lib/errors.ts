import { ConvexError } from "convex/values";

/**
 * The codes of expected failures. Every door maps these codes and no others. `NotStored` and `Overloaded` come from the
 * host.
 */
export type ErrorCode =
  | AccessErrorCode
  | "invalid"
  | "not_found"
  | "conflict"
  | "too_large"
  | PassingErrorCode;
type PassingErrorCode = "NotStored" | "Overloaded";
type AccessErrorCode = "unauthenticated" | "forbidden";

export type FieldError = { path: string; message: string };

export type ErrorData = { code: ErrorCode; message: string; errors?: FieldError[] };

/** An expected failure. Its code and message reach the caller, and the mutation that throws it is rolled back. */
export class AppError extends ConvexError<ErrorData> {
  constructor(code: ErrorCode, message: string, errors?: FieldError[]) {
    super(errors === undefined ? { code, message } : { code, message, errors });
  }
}

/** The refusal of a caller whose role lacks the permission. */
export function notPermitted(): AppError {
  return new AppError("forbidden", "You don't have permission to do this.");
}

/** Returns the value; throws when it is missing, because that is a defect of the code and not of the caller. */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`Broken invariant: ${why}`);
  return value;
}

/** The data of an expected failure for its caller; null for any other thrown value. */
export function errorData(error: unknown): ErrorData | null {
  if (!isConvexError(error)) return null;
  const { data } = error;
  return typeof data === "object" && data !== null && "code" in data ? (data as ErrorData) : null;
}

/** True for a failure of the host that passes: a disk that takes nothing, or too much to do. */
export function isPassing(error: unknown): boolean {
  const code = errorData(error)?.code;
  return code === "NotStored" || code === "Overloaded";
}

/** A check by the symbol, because an error that the host throws is of the host's own copy of the class. */
function isConvexError(error: unknown): error is { data: unknown } {
  return error instanceof Error && Symbol.for("ConvexError") in error;
}
