import type { ServerResponse } from "node:http";
import { ThreadFailure } from "../keeper/pending-calls.ts";

/** An error around a function call, not of the function. `code` is for programs, `message` for people. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The refusal that a request gets for an error; null for an unexpected error. */
export function refusalFor(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (!(error instanceof ThreadFailure)) return null;
  // The code of functions and files that are not stored.
  if (error.code === "NotStored") return new HttpError(503, error.code, error.message);
  const status = error.code === "BadRequest" ? 400 : 503;
  return new HttpError(status, `${error.code}Error`, error.message);
}

/** Answers with JSON, its type and its length. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, { status, type: "application/json", text: JSON.stringify(body) });
}

export function sendText(
  response: ServerResponse,
  body: { status: number; type: string; text: string },
): void {
  if (response.headersSent) return;
  response.writeHead(body.status, {
    "Content-Type": body.type,
    "Content-Length": Buffer.byteLength(body.text),
  });
  response.end(response.req.method === "HEAD" ? undefined : body.text);
}
