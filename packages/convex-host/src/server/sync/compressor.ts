import { promisify } from "node:util";
import { constants, deflateRaw, deflateRawSync } from "node:zlib";
import { compressedFrame } from "./server-frames.ts";
import type { QueryResult } from "../../wire/live-clients.ts";
import { type ServerMessage, textOf } from "./server-text.ts";

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

const longestBlock = 0xffff;
/** Behind this the receiver puts the rest of an empty block (RFC 7692, 7.2.2). */
const endOfMessage = Buffer.from([0]);

type Made<Value> = Value | Promise<Value>;
/** A part of a message: an answer, in a frame that fits behind others, or what is the message's own. */
type Part = { isAnswer: boolean; bytes: Made<Buffer> };

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
    const parts = this.#partsOf(message);
    const made = parts.map(({ bytes }) => bytes);
    return made.every(isThere) ? toFrames(parts, made) : this.#framesLater(parts, made);
  }

  async #framesLater(parts: readonly Part[], made: readonly Made<Buffer>[]): Promise<Buffer[]> {
    return toFrames(parts, await Promise.all(made.map(async (bytes) => await bytes)));
  }

  /** Answers apart from what stands between them. The first part and the last are the message's own. */
  #partsOf(message: ServerMessage): Part[] {
    if (typeof message === "string") return [{ isAnswer: false, bytes: this.#deflated(message) }];
    const parts: Part[] = [];
    let own = "";
    for (const piece of message) {
      if (typeof piece === "string" || piece.text.length < shortest) {
        own += textOf([piece]);
        continue;
      }
      parts.push({ isAnswer: false, bytes: storedBlocks(own) });
      parts.push({ isAnswer: true, bytes: this.#answerFrame(piece) });
      own = "";
    }
    return [...parts, { isAnswer: false, bytes: storedBlocks(own) }];
  }

  #answerFrame(answer: QueryResult): Made<Buffer> {
    const known = this.#answers.get(answer);
    if (known !== undefined) return known;
    const toFrame = (blocks: Buffer) => compressedFrame(blocks, { isFirst: false, isLast: false });
    const blocks = this.#deflated(answer.text);
    const frame = isThere(blocks) ? toFrame(blocks) : blocks.then(toFrame);
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

function toFrames(parts: readonly Part[], made: readonly Buffer[]): Buffer[] {
  return made.map((bytes, at) => {
    if (parts[at]?.isAnswer === true) return bytes;
    const isLast = at === made.length - 1;
    const payload = isLast ? Buffer.concat([bytes, endOfMessage]) : bytes;
    return compressedFrame(payload, { isFirst: at === 0, isLast });
  });
}

/** The text as it is, as blocks of a compressed message (RFC 1951, 3.2.4). */
function storedBlocks(text: string): Buffer {
  const bytes = Buffer.from(text);
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += longestBlock) {
    const stored = bytes.subarray(at, at + longestBlock);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(stored.length, 1);
    head.writeUInt16LE(stored.length ^ 0xffff, 3);
    blocks.push(head, stored);
  }
  return Buffer.concat(blocks);
}

function isThere<Value>(made: Made<Value>): made is Value {
  return !(made instanceof Promise);
}
