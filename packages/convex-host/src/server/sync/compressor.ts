import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";
import { serverFrame } from "./frame-header.ts";

/**
 * Lists are sent whole and repeat themselves: at this level 500 documents are 14 kB instead of 189 on their way to a phone. A
 * window of 4 kB finds nearly as much in a list as a larger one, and there are clients that can read no larger one.
 */
export const windowBits = 12;
const level = 1;
/** Each takes a quarter of a megabyte while it lasts. */
const mostAtOnce = 8;
/** The end of every compressed message, which is left out (RFC 7692, 7.2.1). */
const leftOutBytes = 4;
const deflate = promisify(deflateRaw);

/**
 * Compresses messages, a few at a time for all connections. What that takes is given back at once: a stream of its own
 * would cost every connection a hundred kilobytes for as long as it lives.
 */
export class Compressor {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** The whole frame of a compressed text. */
  async frameOf(text: string): Promise<Buffer> {
    if (this.#running >= mostAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      const options = { level, windowBits, finishFlush: constants.Z_SYNC_FLUSH };
      const bytes = await deflate(text, options);
      return serverFrame(bytes.subarray(0, -leftOutBytes), { isCompressed: true });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
