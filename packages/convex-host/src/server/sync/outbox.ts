import type { WebSocket } from "ws";
import type { UnreadShare } from "../bounds/unread-room.ts";
import type { Compressor } from "./compressor.ts";
import type { FrameGate } from "./frame-gate.ts";
import { type AnswerBytes, plainFrame } from "./server-frames.ts";
import { lengthOf, type ServerMessage } from "./server-text.ts";

/** The fewest characters of a message that is compressed. Shorter ones gain nothing. */
const compressedFrom = 8 * 1024;

type Sent = { message: ServerMessage; length: number; onSent: () => void };
type Item = Sent | { code?: number; reason?: string };

export type OutboxOptions = {
  /** The gate below the WebSocket. It takes whole frames. */
  wire: Pick<FrameGate, "deliver">;
  compressor: Compressor;
  answerBytes: AnswerBytes;
  unread: UnreadShare;
};

/** The messages to a socket, in order: large ones are compressed first, and the ones behind them wait for that. */
export class Outbox {
  readonly #socket: WebSocket;
  readonly #options: OutboxOptions;
  readonly #queue: Item[] = [];
  /** True when both sides agreed on compression as the socket opened. */
  readonly #mayCompress: boolean;
  #queuedBytes = 0;
  /** The bytes of messages that the socket was given and has not taken. Pings are not counted. */
  #undeliveredBytes = 0;
  #isBusy = false;

  constructor(socket: WebSocket, options: OutboxOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#mayCompress = socket.extensions !== "";
  }

  /** The size of all that has not left yet. */
  get bytes(): number {
    return this.#queuedBytes + this.#undeliveredBytes;
  }

  /** Sends a message. `onSent` is called as soon as the system has it, which may be before this returns. */
  send(message: ServerMessage, onSent: () => void): void {
    const length = lengthOf(message);
    this.#queuedBytes += length;
    this.#push({ message, length, onSent });
  }

  /** Closes the socket after everything that was sent before. */
  close(code?: number, reason?: string): void {
    this.#push({ ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) });
  }

  #push(item: Item): void {
    this.#queue.push(item);
    if (!this.#isBusy) this.#sendAll();
  }

  /** Sends the queue. It waits only for long texts, which are compressed on another thread. */
  #sendAll(): void {
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if (!("message" in item)) {
        this.#socket.close(item.code, item.reason);
        continue;
      }
      const frames = this.#framesOf(item);
      if (frames instanceof Promise) return void this.#goOnAfter(item, frames);
      this.#deliver(item, frames);
    }
  }

  async #goOnAfter(item: Sent, frames: Promise<Buffer[]>): Promise<void> {
    this.#isBusy = true;
    const made = await frames;
    this.#isBusy = false;
    this.#deliver(item, made);
    this.#sendAll();
  }

  #deliver({ length, onSent }: Sent, frames: readonly Buffer[]): void {
    const { wire, unread } = this.#options;
    this.#queuedBytes -= length;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    const isTaken = wire.deliver(frames, bytes, () => {
      this.#undeliveredBytes -= bytes;
      unread.count(-bytes);
      onSent();
    });
    if (isTaken) return onSent();
    this.#undeliveredBytes += bytes;
    unread.count(bytes);
  }

  /** The frames of a message. One that cannot be compressed goes as it is. */
  #framesOf({ message, length }: Sent): Buffer[] | Promise<Buffer[]> {
    const { compressor, answerBytes } = this.#options;
    const plain = () => plainFrame(message, answerBytes);
    if (!this.#mayCompress || length < compressedFrom) return plain();
    try {
      const frames = compressor.framesOf(message);
      return frames instanceof Promise ? frames.catch(plain) : frames;
    } catch {
      return plain();
    }
  }
}
