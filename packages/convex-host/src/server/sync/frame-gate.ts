import { Socket } from "node:net";
import { Duplex } from "node:stream";
import {
  clientFrame,
  closeOpcode,
  type FrameHeader,
  longestHeader,
  readFrameHeader,
  unmasked,
} from "./frame-header.ts";
import { Gathered } from "../bounds/gathered.ts";
import { FrameOrder } from "./frame-order.ts";
import { inflateMessage } from "./inflate.ts";
import { joinFrames, leaveJoined, longestJoined } from "./joined-frames.ts";

type Chunk = Buffer | string;
type Piece = { chunk: Chunk; encoding: BufferEncoding };
type Done = (error?: Error | null) => void;
type Frame = { header: FrameHeader; bytes: Gathered };

/** The bytes that have come and may not go on yet; more stays in the network. */
const mostQueuedBytes = 64 * 1024;
/** Packets that wait are put together up to this: however small they are, they are kept in few buffers. */
const blockBytes = 4096;
/** A small message in more frames than this is nobody's. */
const mostHeldFrames = 256;

/**
 * Stands between a socket and its WebSocket and lets one message in at a time: the next one when `next` was called. So a
 * client that sends faster than it may waits, in its own buffers, and a large message is met before it is inflated. Small
 * compressed messages are inflated here at once, which leaves no memory behind. What is no frame passes, for `ws` to refuse, and
 * nothing passes behind it or behind a goodbye: `ws` throws when it is given more after it refused.
 */
export class FrameGate extends Duplex {
  /** Only small messages may come. */
  isCounting = true;
  /** Told once of a message that is counted and is not small. */
  onTooLarge: () => void = () => undefined;
  readonly #socket: Duplex;
  readonly #smallBytes: number;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** The block behind the last of the queue, and how far it is filled. */
  #block = Buffer.alloc(0);
  #filled = 0;
  /** The small pieces of a passing frame after its first. */
  #passing = new Gathered();
  #frame: Frame | null = null;
  #left = 0;
  #fate: "pass" | "hold" | "drop" = "pass";
  /** The message that is being read, until it is known to be small. */
  #held: Frame[] = [];
  #heldBytes = 0;
  #mayPass = true;
  #isClosing = false;
  #isAdvancing = false;
  /** The goodbye, or what is no frame, has passed. */
  #isOver = false;
  readonly #order: FrameOrder;
  #isReaderFull = false;
  #hasEnded = false;

  /** Small are messages of so many bytes, inflated; none has more than `mostBytes` as it comes. */
  constructor(
    socket: Duplex,
    head: Buffer,
    { smallBytes, mostBytes }: { smallBytes: number; mostBytes: number },
  ) {
    // Texts that go to many stay texts: the socket writes them without a copy for each.
    super({ decodeStrings: false });
    this.#socket = socket;
    this.#smallBytes = smallBytes;
    this.#order = new FrameOrder(mostBytes);
    // The socket to write to is not there yet, or not any more.
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

  /** The message that came last is dealt with. */
  next(): void {
    this.#mayPass = true;
    this.#advance();
  }

  /** The connection is being closed: no message passes any more, but the goodbye does. */
  finish(): void {
    this.#isClosing = true;
    this.#held = [];
    if (this.#fate === "hold") this.#fate = "drop";
    this.next();
  }

  /**
   * Sends the frames of one message, of so many bytes. True when the socket has taken them at once; `onTaken` is called when
   * it takes them later.
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

  /** A socket of the system has what it takes at once: nothing of it is kept, and no other stream stands between. */
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
    this.#held = [];
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

  /** The number of buffers that hold what has come and has not gone on. */
  get heldBuffers(): number {
    return this.#held.reduce((sum, { bytes }) => sum + bytes.count, this.#queue.length);
  }

  #advance(): void {
    // Its reader may ask for more while it is given something; it gets that when it has dealt with this.
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

  /** False while a frame's header is not complete. */
  #beginFrame(): boolean {
    while (this.#queue.length > 1 && (this.#queue[0]?.length ?? 0) < longestHeader)
      this.#queue.splice(0, 2, Buffer.concat(this.#queue.slice(0, 2)));
    const header = readFrameHeader(this.#queue[0] ?? Buffer.alloc(0));
    if (header === null) return false;
    this.#frame = { header, bytes: new Gathered() };
    this.#left = header.headerBytes + header.payloadBytes;
    this.#fate = this.#fateOf(header);
    if (this.#fate !== "hold") return true;
    this.#held.push(this.#frame);
    this.#heldBytes += header.payloadBytes;
    if (this.#heldBytes > this.#smallBytes || this.#held.length > mostHeldFrames) this.#refuse();
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
    const isFirst = this.#left === frame.header.headerBytes + frame.header.payloadBytes;
    const piece = chunk.subarray(0, this.#left);
    if (piece.length === chunk.length) this.#queue.shift();
    else this.#queue[0] = chunk.subarray(piece.length);
    this.#queuedBytes -= piece.length;
    this.#left -= piece.length;
    // The reader of the last piece may ask for the next message at once.
    if (this.#left === 0) this.#frame = null;
    const { isControl, isLast, opcode } = frame.header;
    const endsMessage = this.#left === 0 && isLast && !isControl && fate !== "drop";
    // Pings and pongs are work too, and are waited for as messages are; a goodbye has no next.
    const endsControl = this.#left === 0 && isControl && fate === "pass";
    if (endsMessage || (endsControl && opcode !== closeOpcode)) this.#mayPass = this.#isClosing;
    if (this.#isOver) this.#fate = "drop";
    if (endsControl && opcode === closeOpcode) this.#isOver = true;
    if (fate === "pass") this.#passPiece(piece, { isFirst, isLast: this.#left === 0 });
    if (fate !== "hold") return;
    frame.bytes.add(piece);
    if (!endsMessage) return;
    this.#heldBytes = 0;
    this.#judge(this.#held.splice(0));
  }

  /** A held message is complete. */
  #judge(frames: readonly Frame[]): void {
    const [first] = frames;
    const wholes = frames.map(({ header, bytes }) => ({ header, bytes: bytes.whole() }));
    const raw = Buffer.concat(wholes.map(({ bytes }) => bytes));
    if (first?.header.isCompressed !== true) return this.#pass(raw);
    const payload = wholes.map(({ header, bytes }) =>
      unmasked(bytes.subarray(header.headerBytes), header.mask),
    );
    const message = inflateMessage(Buffer.concat(payload), this.#smallBytes);
    if (message === "too large" && this.isCounting) return this.#refuse();
    if (message === "too large" || message === null) return this.#pass(raw);
    this.#pass(clientFrame(first.header.opcode, message));
  }

  /** The first piece shows at once what is wrong with the frame; the rest is of no use before its end. */
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
