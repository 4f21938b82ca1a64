import { compressedBit, lastBit, plainHeaderBytes, writeFrameHeader } from "./frame-header.ts";
import type { ServerMessage } from "./server-text.ts";
import type { QueryResult } from "../../wire/live-clients.ts";

const continuationOpcode = 0;
const textOpcode = 1;

const longestBlock = 0xffff;
const blockHeadBytes = 5;

/** The place of a frame in a compressed text message. Only the first frame has the bit of compression. */
type Place = { isFirst: boolean; isLast: boolean };

/** One frame of a compressed text message, as servers send it. */
export function compressedFrame(payload: Buffer, place: Place): Buffer {
  const frame = Buffer.allocUnsafe(plainHeaderBytes(payload.length) + payload.length);
  payload.copy(frame, writeFrameHeader(frame, firstByte(place), payload.length));
  return frame;
}

/**
 * A frame of a compressed message with the text as it is, in stored blocks (RFC 1951, 3.2.4). The last frame ends with
 * the byte to which the receiver appends the rest of an empty block (RFC 7692, 7.2.2).
 */
export function storedFrame(text: string, place: Place): Buffer {
  const textBytes = Buffer.byteLength(text);
  const blocks = Math.ceil(textBytes / longestBlock);
  const payloadBytes = blocks * blockHeadBytes + textBytes + (place.isLast ? 1 : 0);
  const frame = Buffer.allocUnsafe(plainHeaderBytes(payloadBytes) + payloadBytes);
  const start = writeFrameHeader(frame, firstByte(place), payloadBytes);
  if (place.isLast) frame[frame.length - 1] = 0;
  if (blocks === 1) frame.write(text, writeBlockHead(frame, start, textBytes));
  else writeBlocks(frame, start, Buffer.from(text));
  return frame;
}

/**
 * The texts of answers as bytes, made once for all clients that get them. Answers are known by object and not by text.
 */
export class AnswerBytes {
  readonly #bytes = new WeakMap<QueryResult, Buffer>();

  of(answer: QueryResult): Buffer {
    const known = this.#bytes.get(answer);
    if (known !== undefined) return known;
    const bytes = Buffer.from(answer.text);
    this.#bytes.set(answer, bytes);
    return bytes;
  }
}

/**
 * The fewest characters of an answer with a piece of its own. For shorter ones, a piece would cost more than encoding
 * them for each client.
 */
const shortest = 512;

/**
 * A message that is not compressed, as one frame in pieces. The pieces of answers are shared by all clients that get
 * them.
 */
export function plainFrame(message: ServerMessage, answers: AnswerBytes): Buffer[] {
  const pieces: Buffer[] = [];
  let own = "";
  for (const piece of typeof message === "string" ? [message] : message) {
    if (typeof piece === "string") own += piece;
    else if (piece.text.length < shortest) own += piece.text;
    else {
      pieces.push(Buffer.from(own), answers.of(piece));
      own = "";
    }
  }
  pieces.push(Buffer.from(own));
  const payloadBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.allocUnsafe(plainHeaderBytes(payloadBytes));
  writeFrameHeader(head, lastBit | textOpcode, payloadBytes);
  return [head, ...pieces];
}

function writeBlocks(frame: Buffer, start: number, bytes: Buffer): void {
  for (let [at, to] = [0, start]; at < bytes.length; at += longestBlock) {
    const block = bytes.subarray(at, at + longestBlock);
    to = writeBlockHead(frame, to, block.length);
    to += block.copy(frame, to);
  }
}

/** Writes the head of a stored block. Returns the offset behind it. */
function writeBlockHead(frame: Buffer, at: number, bytes: number): number {
  frame[at] = 0;
  frame.writeUInt16LE(bytes, at + 1);
  frame.writeUInt16LE(bytes ^ 0xffff, at + 3);
  return at + blockHeadBytes;
}

function firstByte({ isFirst, isLast }: Place): number {
  const opcode = isFirst ? textOpcode | compressedBit : continuationOpcode;
  return isLast ? opcode | lastBit : opcode;
}
