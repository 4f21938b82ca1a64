import { promisify } from "node:util";
import { constants, deflateRaw, deflateRawSync } from "node:zlib";
import { compressedFrame, storedFrame } from "./server-frames.ts";
import type { QueryResult } from "../../wire/live-clients.ts";
import type { ServerMessage } from "./server-text.ts";

/**
 * The bits of the compression window. Lists are sent whole and repeat themselves: at this level 500 documents are 14 kB
 * instead of 189 on their way to a phone. A window of 4 kB finds nearly as much in a list as a larger one, and there
 * are clients that can read no larger one.
 */
export const windowBits = 12;
/** A smaller table finds as much in so small a window, and is sooner made. */
const deflation = { level: 1, memLevel: 5, windowBits, finishFlush: constants.Z_SYNC_FLUSH };
/** The fewest characters that are compressed. In a shorter answer, the savings are less than the work for them. */
const shortest = 512;
/**
 * The most characters that are compressed on this thread. With fewer, passing a text to another thread is most of the
 * work.
 */
const longestOnThread = 64 * 1024;
/** The most compressions on other threads at once. Each takes a quarter of a megabyte while it lasts. */
const mostAtOnce = 8;
const deflateBeside = promisify(deflateRaw);

/** The receiver appends the rest of an empty block to this byte (RFC 7692, 7.2.2). */
const endOfMessage = Buffer.from([0]);

type Made<Value> = Value | Promise<Value>;

/**
 * Compresses messages, and each answer once for all clients that get it. An answer is compressed by itself and ends on
 * a whole byte, so it fits into any message, and its size tells nothing about its neighbours. All memory is given back
 * at once: a stream of its own would cost every connection a hundred kilobytes for as long as it lives.
 */
export class Compressor {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The frames of answers, by object and not by text. They are forgotten with their answer. */
  readonly #answers = new WeakMap<QueryResult, Made<Buffer>>();

  /** The frames of a compressed message; a promise when a text in it is long. */
  framesOf(message: ServerMessage): Made<Buffer[]> {
    const frames = typeof message === "string" ? [this.#textFrame(message)] : this.#frames(message);
    return frames.every(isThere) ? frames : Promise.all(frames.map(async (frame) => await frame));
  }

  #textFrame(text: string): Made<Buffer> {
    const toFrame = (blocks: Buffer) =>
      compressedFrame(Buffer.concat([blocks, endOfMessage]), { isFirst: true, isLast: true });
    return then(this.#deflated(text), toFrame);
  }

  /** Answers have frames apart from the text between them. The first frame and the last are the message's own. */
  #frames(pieces: Exclude<ServerMessage, string>): Made<Buffer>[] {
    const frames: Made<Buffer>[] = [];
    let own = "";
    for (const piece of pieces) {
      if (typeof piece === "string") own += piece;
      else if (piece.text.length < shortest) own += piece.text;
      else {
        frames.push(storedFrame(own, { isFirst: frames.length === 0, isLast: false }));
        frames.push(this.#answerFrame(piece));
        own = "";
      }
    }
    frames.push(storedFrame(own, { isFirst: frames.length === 0, isLast: true }));
    return frames;
  }

  #answerFrame(answer: QueryResult): Made<Buffer> {
    const known = this.#answers.get(answer);
    if (known !== undefined) return known;
    const toFrame = (blocks: Buffer) => compressedFrame(blocks, { isFirst: false, isLast: false });
    const frame = then(this.#deflated(answer.text), toFrame);
    this.#answers.set(answer, frame);
    return frame;
  }

  #deflated(text: string): Made<Buffer> {
    return text.length <= longestOnThread ? deflateRawSync(text, deflation) : this.#inTurn(text);
  }

  async #inTurn(text: string): Promise<Buffer> {
    if (this.#running >= mostAtOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await deflateBeside(text, deflation);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

function then<From, To>(made: Made<From>, next: (value: From) => To): Made<To> {
  return isThere(made) ? next(made) : made.then(next);
}

function isThere<Value>(made: Made<Value>): made is Value {
  return !(made instanceof Promise);
}
