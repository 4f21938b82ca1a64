import { ConvexError } from "convex/values";

/** The codes of expected failures; every edge maps these and nothing else. */
export type ErrorCode = AccessErrorCode | "invalid" | "not_found" | "conflict" | "too_large";
type AccessErrorCode = "unauthenticated" | "forbidden";

export type FieldError = { path: string; message: string };

export type ErrorData = { code: ErrorCode; message: string; errors?: FieldError[] };

/** An expected failure: its code and message reach the caller, and the mutation that throws it leaves no trace. */
export class AppError extends ConvexError<ErrorData> {
  constructor(code: ErrorCode, message: string, errors?: FieldError[]) {
    super(errors === undefined ? { code, message } : { code, message, errors });
  }
}

/** The value, where its absence would be a defect of ours and not of the caller. */
export function must<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`Broken invariant: ${why}`);
  return value;
}

/** The message of an expected failure for its caller; null for everything else that is thrown. */
export function errorData(error: unknown): ErrorData | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "code" in data ? (data as ErrorData) : null;
}
