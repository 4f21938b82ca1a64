import { Socket } from "node:net";
import { Duplex } from "node:stream";
import {
  clientFrame,
  closeOpcode,
  type FrameHeader,
  longestHeader,
  payloadOf,
  readFrameHeader,
} from "./frame-header.ts";
import { Gathered } from "../bounds/gathered.ts";
import { FrameOrder } from "./frame-order.ts";
import { HeldMessage } from "./held-message.ts";
import { inflateMessage } from "./inflate.ts";
import { UnfinishedMessage } from "./unfinished-message.ts";
import { joinFrames, leaveJoined, longestJoined } from "./joined-frames.ts";

type Chunk = Buffer | string;
type Piece = { chunk: Chunk; encoding: BufferEncoding };
type Done = (error?: Error | null) => void;

/** The most bytes that are queued here. More stays in the network. */
const mostQueuedBytes = 64 * 1024;
/** The size of the blocks in which small waiting packets are put together, so that few buffers hold them. */
const blockBytes = 4096;
/** The most frames of a small message. No real client sends more. */
const mostHeldFrames = 256;

/**
 * A stream between a socket and its WebSocket that lets one message in at a time: the next one after `next` was called.
 * So a client that sends faster than it may waits, in its own buffers, and a large message is met before it is
 * inflated. Small compressed messages are inflated here synchronously, which leaves no memory behind. A malformed frame
 * passes, for `ws` to refuse. Nothing passes behind it or behind a close frame: `ws` throws when it is given more after
 * it refused.
 */
export class FrameGate extends Duplex {
  /** True while only small messages may come. */
  isCounting = true;
  /** Called once, for a message that is not small while `isCounting` is true. */
  onTooLarge: () => void = () => undefined;
  readonly unfinished = new UnfinishedMessage();
  readonly #socket: Duplex;
  readonly #smallBytes: number;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** The block behind the last of the queue, and how far it is filled. */
  #block = Buffer.alloc(0);
  #filled = 0;
  /** The small pieces of a passing frame after its first. */
  #passing = new Gathered();
  #frame: FrameHeader | null = null;
  #left = 0;
  #fate: "pass" | "hold" | "drop" = "pass";
  readonly #held = new HeldMessage();
  #mayPass = true;
  #isClosing = false;
  #isAdvancing = false;
  /** True after a close frame or a malformed frame has passed. */
  #isOver = false;
  readonly #order: FrameOrder;
  #isReaderFull = false;
  #hasEnded = false;

  /** `smallBytes` bounds a small message, inflated. `mostBytes` bounds every message as it comes. */
  constructor(
    socket: Duplex,
    head: Buffer,
    { smallBytes, mostBytes }: { smallBytes: number; mostBytes: number },
  ) {
    // Texts for many clients stay strings: the socket writes them without a copy for each.
    super({ decodeStrings: false });
    this.#socket = socket;
    this.#smallBytes = smallBytes;
    this.#order = new FrameOrder(mostBytes);
    // Errors occur when the socket is not there yet, or not any more.
    this.on("error", () => undefined);
    if (socket instanceof Socket) socket.setNoDelay(true).setTimeout(0);
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("end", () => {
      this.#hasEnded = true;
      this.#advance();
    });
    socket.on("close", () => this.destroy());
    socket.on("error", (error) => this.destroy(error));
    if (head.length > 0) this.#receive(head);
  }

  /** Lets the next message in. The last one was handled. */
  next(): void {
    this.#mayPass = true;
    this.#advance();
  }

  /** Closes the gate: no message passes any more, but a close frame does. */
  finish(): void {
    this.#isClosing = true;
    this.#held.take();
    if (this.#fate === "hold") this.#fate = "drop";
    this.next();
  }

  /**
   * Sends the frames of one message of `bytes` bytes. True when the socket has taken them at once; otherwise `onTaken`
   * is called when it takes them later.
   */
  deliver(frames: readonly Buffer[], bytes: number, onTaken: () => void): boolean {
    const isFirst = this.writableLength === 0 && this.#socket.writableLength === 0;
    if (isFirst && bytes <= longestJoined && this.#socket.constructor === Socket)
      return this.#deliverJoined(joinFrames(frames, bytes), onTaken);
    this.cork();
    frames.forEach((frame, at) =>
      this.write(frame, at === frames.length - 1 ? onTaken : undefined),
    );
    this.uncork();
    return false;
  }

  /**
   * Writes a message as one buffer. A socket of the system takes it at once: nothing of it is kept, and no other stream
   * stands between.
   */
  #deliverJoined(message: Buffer, onTaken: () => void): boolean {
    let isTaken = false;
    this.#socket.write(message, () => {
      if (!isTaken) onTaken();
    });
    isTaken = this.#socket.writableLength === 0;
    if (!isTaken) leaveJoined(message);
    return isTaken;
  }

  override _read(): void {
    this.#isReaderFull = false;
    this.#advance();
  }

  override _write(chunk: Chunk, encoding: BufferEncoding, done: Done): void {
    this.#send({ chunk, encoding }, done);
  }

  override _writev(pieces: Piece[], done: Done): void {
    const last = pieces.at(-1);
    this.#socket.cork();
    for (const piece of pieces.slice(0, -1)) this.#send(piece);
    if (last !== undefined) this.#send(last, done);
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#queue = [];
    this.#held.take();
    this.#socket.destroy();
    done(error);
  }

  #send({ chunk, encoding }: Piece, done?: Done): void {
    if (typeof chunk === "string") this.#socket.write(chunk, encoding, done);
    else this.#socket.write(chunk, done);
  }

  #receive(chunk: Buffer): void {
    this.#queuedBytes += chunk.length;
    if (this.#mayPass && this.#queue.length === 0) this.#queue.push(chunk);
    else this.#enqueue(chunk);
    this.#advance();
  }

  #enqueue(chunk: Buffer): void {
    if (chunk.length > blockBytes / 4) return void this.#queue.push(chunk);
    const last = this.#queue.at(-1);
    const isOpen = last?.buffer === this.#block.buffer;
    if (!isOpen || this.#filled + chunk.length > blockBytes) {
      this.#block = Buffer.allocUnsafeSlow(blockBytes);
      this.#filled = chunk.copy(this.#block);
      this.#queue.push(this.#block.subarray(0, this.#filled));
      return;
    }
    const start = last.byteOffset - this.#block.byteOffset;
    this.#filled += chunk.copy(this.#block, this.#filled);
    this.#queue[this.#queue.length - 1] = this.#block.subarray(start, this.#filled);
  }

  /** The number of buffers that hold bytes which came and have not gone on. */
  get heldBuffers(): number {
    return this.#held.buffers + this.#queue.length;
  }

  #advance(): void {
    // The reader may ask for more while it is given something. It gets that when it has handled this.
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    let isStuck = false;
    while (!isStuck && this.#mayPass && !this.#isReaderFull && !this.destroyed) {
      isStuck = this.#queuedBytes === 0 || (this.#frame === null && !this.#beginFrame());
      if (!isStuck) this.#readOn();
    }
    this.#isAdvancing = false;
    if (isStuck && this.#hasEnded) this.push(null);
    if (this.#queuedBytes > mostQueuedBytes) this.#socket.pause();
    else this.#socket.resume();
  }

  /** Begins the next frame; false while its header is not complete. */
  #beginFrame(): boolean {
    while (this.#queue.length > 1 && (this.#queue[0]?.length ?? 0) < longestHeader)
      this.#queue.splice(0, 2, Buffer.concat(this.#queue.slice(0, 2)));
    const header = readFrameHeader(this.#queue[0] ?? Buffer.alloc(0));
    if (header === null) return false;
    this.#frame = header;
    this.#left = header.headerBytes + header.payloadBytes;
    this.#fate = this.#fateOf(header);
    if (this.#fate !== "hold") return true;
    this.#held.beginFrame(header);
    const { frames, payloadBytes } = this.#held;
    if (payloadBytes > this.#smallBytes || frames > mostHeldFrames) this.#refuse();
    return true;
  }

  #fateOf(header: FrameHeader): "pass" | "hold" | "drop" {
    if (this.#isOver || (this.#isClosing && !header.isControl)) return "drop";
    if (!this.#order.accepts(header)) {
      this.#isOver = true;
      return "pass";
    }
    if (header.isControl) return "pass";
    if (this.isCounting) return "hold";
    const { isLast, isCompressed, isContinuation, payloadBytes } = header;
    const isWhole = isLast && !isContinuation;
    return isWhole && isCompressed && payloadBytes <= this.#smallBytes ? "hold" : "pass";
  }

  #readOn(): void {
    const [chunk] = this.#queue;
    const frame = this.#frame;
    if (chunk === undefined || frame === null) return;
    const fate = this.#fate;
    const isFirst = this.#left === frame.headerBytes + frame.payloadBytes;
    const piece = chunk.subarray(0, this.#left);
    if (piece.length === chunk.length) this.#queue.shift();
    else this.#queue[0] = chunk.subarray(piece.length);
    this.#queuedBytes -= piece.length;
    this.#left -= piece.length;
    // The reader of the last piece may ask for the next message at once, so the frame ends before that.
    if (this.#left === 0) this.#frame = null;
    const { isControl, isLast, opcode } = frame;
    const endsMessage = this.#left === 0 && isLast && !isControl && fate !== "drop";
    // Pings and pongs are work too, and `next` is waited for as after messages. Nothing follows a close frame.
    const endsControl = this.#left === 0 && isControl && fate === "pass";
    if (endsMessage || (endsControl && opcode !== closeOpcode)) this.#mayPass = this.#isClosing;
    if (this.#isOver) this.#fate = "drop";
    if (endsControl && opcode === closeOpcode) this.#isOver = true;
    if (fate === "pass") this.#passPiece(piece, { isFirst, isLast: this.#left === 0 });
    if (fate === "hold") this.#held.add(piece);
    if (fate === "hold" && endsMessage) this.#judge(this.#held.take());
    if (endsMessage) this.unfinished.end();
    else if (!isControl && fate !== "drop") this.unfinished.add(piece.length, { isFirst });
  }

  /** Passes on or refuses a held message that is complete. */
  #judge(raw: Buffer): void {
    const first = readFrameHeader(raw);
    if (first?.isCompressed !== true) return this.#pass(raw);
    const message = inflateMessage(payloadOf(raw), this.#smallBytes);
    if (message === "too large" && this.isCounting) return this.#refuse();
    if (message === "too large" || message === null) return this.#pass(raw);
    this.#pass(clientFrame(first.opcode, message));
  }

  /**
   * Passes on a piece. The first one shows at once what is wrong with the frame; the rest is of no use before its end.
   */
  #passPiece(piece: Buffer, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): void {
    if (isFirst) return this.#pass(piece);
    this.#passing.add(piece);
    if (!isLast && this.#passing.bytes < blockBytes) return;
    const bytes = this.#passing.whole();
    this.#passing = new Gathered();
    this.#pass(bytes);
  }

  #pass(bytes: Buffer): void {
    if (!this.push(bytes)) this.#isReaderFull = true;
  }

  #refuse(): void {
    this.finish();
    this.onTooLarge();
  }
}
