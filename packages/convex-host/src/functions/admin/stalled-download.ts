import type { Readable } from "node:stream";

const lookEveryMs = 60_000;
const leastBytes = 64 * 1024;

/** Destroys a stream of which hardly anything is taken: what it holds open is needed by others. Its reader is there already. */
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
