import type { IncomingMessage, ServerResponse } from "node:http";
import { Lateness } from "./lateness.ts";
import { type HttpError, sendJson } from "./respond.ts";

/** Refuses a request whose body may still be arriving. */
export function sendError(response: ServerResponse, { status, code, message }: HttpError): void {
  const { req } = response;
  if (!req.complete && !response.headersSent) {
    if (status === 408) response.setHeader("Connection", "close");
    else readOn(req, mostReadOn);
  }
  sendJson(response, status, { code, message });
}

const mostReadOn = { bytes: 64 * 1024 * 1024, ms: 10_000 };

/**
 * Reads on what an answered request still sends: browsers look for an answer only when they have sent everything, and lose it
 * when the line is closed before. A body that is too long or comes too slowly is cut off.
 */
export function readOn(request: IncomingMessage, most: { bytes: number; ms: number }): void {
  let left = most.bytes;
  const lateness = new Lateness(most.ms);
  const wait = () => void lateness.during(nothing()).catch(() => request.destroy());
  request.on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) request.destroy();
    lateness.came(piece.length);
    wait();
  });
  request.on("end", () => lateness.end());
  request.on("close", () => lateness.end());
  request.on("error", () => undefined);
  wait();
  request.resume();
}

function nothing(): Promise<never> {
  return new Promise(() => undefined);
}
