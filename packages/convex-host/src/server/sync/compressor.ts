import { promisify } from "node:util";
import { constants, deflateRaw, deflateRawSync } from "node:zlib";
import { compressedFrame, storedFrame } from "./server-frames.ts";
import type { QueryResult } from "../../wire/live-clients.ts";
import type { ServerMessage } from "./server-text.ts";

/**
 * Lists are sent whole and repeat themselves: at this level 500 documents are 14 kB instead of 189 on their way to a phone. A
 * window of 4 kB finds nearly as much in a list as a larger one, and there are clients that can read no larger one.
 */
export const windowBits = 12;
/** A smaller table finds as much in so small a window, and is sooner made. */
const deflation = { level: 1, memLevel: 5, windowBits, finishFlush: constants.Z_SYNC_FLUSH };
/** A shorter answer is sent as it is: what it could save is less than the work for it. */
const shortest = 512;
/** Longer texts are compressed beside the thread: of a shorter one, the way there and back is most of the work. */
const longestOnThread = 64 * 1024;
/** Beside the thread each takes a quarter of a megabyte while it lasts. */
const mostAtOnce = 8;
const deflateBeside = promisify(deflateRaw);

/** Behind this the receiver puts the rest of an empty block (RFC 7692, 7.2.2). */
const endOfMessage = Buffer.from([0]);

type Made<Value> = Value | Promise<Value>;

/**
 * Compresses messages, and an answer once for all who get it. Each answer is compressed by itself and ends on a whole byte.
 * So it can stand in any message, and its size tells nothing of what stands beside it. All memory is given back at once: a
 * stream of its own would cost every connection a hundred kilobytes for as long as it lives.
 */
export class Compressor {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** An answer is known by itself and not by its text, and is forgotten with it. */
  readonly #answers = new WeakMap<QueryResult, Made<Buffer>>();

  /** The frames of a compressed message; at once when nothing in it is long. */
  framesOf(message: ServerMessage): Made<Buffer[]> {
    const frames = typeof message === "string" ? [this.#textFrame(message)] : this.#frames(message);
    return frames.every(isThere) ? frames : Promise.all(frames.map(async (frame) => await frame));
  }

  #textFrame(text: string): Made<Buffer> {
    const toFrame = (blocks: Buffer) =>
      compressedFrame(Buffer.concat([blocks, endOfMessage]), { isFirst: true, isLast: true });
    return then(this.#deflated(text), toFrame);
  }

  /** Answers apart from what stands between them. The first frame and the last are the message's own. */
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
