import type { ServerResponse } from "node:http";

/** A failure around a function, not of it: a short code for programs, a sentence for people. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers with JSON, and nothing a browser could take for something else. */
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
    "X-Content-Type-Options": "nosniff",
  });
  response.end(response.req.method === "HEAD" ? undefined : body.text);
}

export function sendError(response: ServerResponse, { status, code, message }: HttpError): void {
  // What is left of a refused body is not read: the connection cannot be used again.
  if (!response.req.complete && !response.headersSent) response.setHeader("Connection", "close");
  sendJson(response, status, { code, message });
}
