import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Compressor } from "./compressor.ts";

/** Small messages gain nothing from compression. */
const compressedFrom = 8 * 1024;

type Item = { text: string; onSent: () => void } | { code?: number; reason?: string };

/** The messages to a socket, in order: large ones are compressed first, and the ones behind them wait for that. */
export class Outbox {
  readonly #socket: WebSocket;
  /** Below the socket; takes whole frames. */
  readonly #wire: Duplex;
  readonly #compressor: Compressor;
  readonly #queue: Item[] = [];
  /** Agreed on when the socket opened. */
  readonly #mayCompress: boolean;
  #queuedBytes = 0;
  #isBusy = false;

  constructor(socket: WebSocket, wire: Duplex, compressor: Compressor) {
    this.#socket = socket;
    this.#wire = wire;
    this.#compressor = compressor;
    this.#mayCompress = socket.extensions !== "";
  }

  /** The size of all that has not left yet. */
  get bytes(): number {
    return this.#queuedBytes + this.#socket.bufferedAmount;
  }

  send(text: string, onSent: () => void): void {
    this.#queuedBytes += text.length;
    this.#queue.push({ text, onSent });
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
      if (!("text" in item)) {
        this.#socket.close(item.code, item.reason);
        continue;
      }
      const { text, onSent } = item;
      // A text that cannot be compressed goes as it is.
      const frame = this.#isCompressed(text)
        ? await this.#compressor.frameOf(text).catch(() => null)
        : null;
      this.#queuedBytes -= text.length;
      if (this.#socket.readyState !== this.#socket.OPEN) continue;
      if (frame === null) this.#socket.send(text, onSent);
      else this.#wire.write(frame, onSent);
    }
    this.#isBusy = false;
  }

  #isCompressed(text: string): boolean {
    return this.#mayCompress && text.length >= compressedFrom;
  }
}
