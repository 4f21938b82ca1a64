import type { Readable } from "node:stream";

const lookEveryMs = 60_000;
const leastBytes = 64 * 1024;

/**
 * Destroys a stream whose reader takes less than `leastBytes` in a minute, because the stream holds resources that
 * others need. The reader must be attached before the call.
 */
export function breakOffWhenStalled(stream: Readable): void {
  let taken = 0;
  stream.on("data", (piece: Uint8Array) => (taken += piece.byteLength));
  const timer = setInterval(() => {
    if (taken < leastBytes) stream.destroy(new Error("The download was not taken."));
    taken = 0;
  }, lookEveryMs);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
}
