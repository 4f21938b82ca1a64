import type { IncomingMessage, ServerResponse } from "node:http";
import { Lateness } from "./lateness.ts";
import { type HttpError, sendJson } from "./respond.ts";

/** Sends an error for a request whose body may still be arriving. */
export function sendError(response: ServerResponse, { status, code, message }: HttpError): void {
  const { req } = response;
  if (!req.complete && !response.headersSent) {
    if (status === 408) response.setHeader("Connection", "close");
    else readOn(req, mostReadOn);
  }
  sendJson(response, status, { code, message });
}

const mostReadOn = { bytes: 64 * 1024 * 1024, ms: 10_000 };
const lookEveryMs = 250;
/** Requests whose rest `readOn` reads and bounds. */
const readingOn = new WeakSet<IncomingMessage>();

/**
 * Cuts off a body that still arrives after its answer: Node itself would take the rest of an unread body for hours.
 * Such a rest can be counted at its connection alone.
 */
export function boundRest(response: ServerResponse): void {
  const { req } = response;
  response.once("finish", () => {
    if (req.complete) return;
    endWithConnection(req);
    if (readingOn.has(req)) return;
    const { socket } = req;
    const before = socket.bytesRead;
    const endsAt = performance.now() + mostReadOn.ms;
    const timer = setInterval(() => {
      const isTooMuch = socket.bytesRead - before > mostReadOn.bytes;
      if (!req.complete && (isTooMuch || performance.now() > endsAt)) socket.destroy();
      if (req.complete || socket.destroyed) clearInterval(timer);
    }, lookEveryMs);
    timer.unref();
  });
}

/**
 * Ends an answered request with its connection. Node forgets a request that it has answered, so those who read its body
 * would wait until they lose their patience.
 */
function endWithConnection(request: IncomingMessage): void {
  const { socket } = request;
  const end = () => void request.destroy();
  if (socket.destroyed) return end();
  socket.once("close", end);
  request.once("close", () => socket.off("close", end));
}

/**
 * Reads the rest of a request that was answered. Browsers look for the answer only when they have sent everything, and
 * lose it when the connection is closed before. A rest that is too long or comes too slowly is cut off.
 */
export function readOn(request: IncomingMessage, most: { bytes: number; ms: number }): void {
  // A closed request fires no event any more.
  if (request.closed) return;
  readingOn.add(request);
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
