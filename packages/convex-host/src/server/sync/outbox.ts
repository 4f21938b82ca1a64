import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { UnreadShare } from "../bounds/unread-room.ts";
import type { Compressor } from "./compressor.ts";
import { lengthOf, type ServerMessage, textOf } from "./server-text.ts";

/** Small messages gain nothing from compression. */
const compressedFrom = 8 * 1024;

type Sent = { message: ServerMessage; length: number; onSent: () => void };
type Item = Sent | { code?: number; reason?: string };

/** The messages to a socket, in order: large ones are compressed first, and the ones behind them wait for that. */
export class Outbox {
  readonly #socket: WebSocket;
  /** Below the socket; takes whole frames. */
  readonly #wire: Duplex;
  readonly #compressor: Compressor;
  readonly #unread: UnreadShare;
  readonly #queue: Item[] = [];
  /** Agreed on when the socket opened. */
  readonly #mayCompress: boolean;
  #queuedBytes = 0;
  #isBusy = false;

  constructor(
    socket: WebSocket,
    { wire, compressor, unread }: { wire: Duplex; compressor: Compressor; unread: UnreadShare },
  ) {
    this.#socket = socket;
    this.#wire = wire;
    this.#compressor = compressor;
    this.#unread = unread;
    this.#mayCompress = socket.extensions !== "";
  }

  /** The size of all that has not left yet. */
  get bytes(): number {
    return this.#queuedBytes + this.#socket.bufferedAmount;
  }

  send(message: ServerMessage, onSent: () => void): void {
    const length = lengthOf(message);
    this.#queuedBytes += length;
    this.#queue.push({ message, length, onSent });
    if (!this.#isBusy) void this.#sendAll();
  }

  /** Says goodbye after everything that was sent before. */
  close(code?: number, reason?: string): void {
    this.#queue.push({
      ...(code !== undefined && { code }),
      ...(reason !== undefined && { reason }),
    });
    if (!this.#isBusy) void this.#sendAll();
  }

  /** Does not wait for anything when nothing is large. */
  async #sendAll(): Promise<void> {
    this.#isBusy = true;
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if (!("message" in item)) {
        this.#socket.close(item.code, item.reason);
        continue;
      }
      const made = this.#isCompressed(item) ? this.#framesOf(item) : null;
      const frames = made instanceof Promise ? await made : made;
      this.#queuedBytes -= item.length;
      const sent = this.#countUnread(frames === null ? item.length : bytesOf(frames), item.onSent);
      if (this.#socket.readyState !== this.#socket.OPEN) continue;
      if (frames === null) this.#socket.send(textOf(item.message), sent);
      else this.#write(frames, sent);
    }
    this.#isBusy = false;
  }

  /** Counts bytes until the socket has taken them. */
  #countUnread(bytes: number, onSent: () => void): () => void {
    this.#unread.count(bytes);
    return () => {
      this.#unread.count(-bytes);
      onSent();
    };
  }

  /** Null for a message that cannot be compressed: it goes as it is. */
  #framesOf({ message }: Sent): Buffer[] | null | Promise<Buffer[] | null> {
    try {
      const frames = this.#compressor.framesOf(message);
      return frames instanceof Promise ? frames.catch(() => null) : frames;
    } catch {
      return null;
    }
  }

  /** All frames in one call of the system. */
  #write(frames: readonly Buffer[], onSent: () => void): void {
    this.#wire.cork();
    frames.forEach((frame, at) =>
      this.#wire.write(frame, at === frames.length - 1 ? onSent : undefined),
    );
    this.#wire.uncork();
  }

  #isCompressed({ length }: Sent): boolean {
    return this.#mayCompress && length >= compressedFrom;
  }
}

function bytesOf(frames: readonly Buffer[]): number {
  return frames.reduce((bytes, frame) => bytes + frame.length, 0);
}
