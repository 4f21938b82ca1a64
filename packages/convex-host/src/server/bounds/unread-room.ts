import { type Sharer, Sharers } from "./sharers.ts";

/** The part of one client: counts bytes that were sent (above 0) and that were read. */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * The bytes of all clients that one end has sent and the other has not read: answers, or messages that are not complete.
 * Above the bound, the caller with the most bytes loses its largest client. Many slow clients hold few bytes each, and a
 * client that never reads, or never completes a message, holds many.
 */
export class UnreadRoom {
  readonly #mostBytes: number;
  readonly #readers = new Sharers();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#readers.bytes;
  }

  open({ name, cut }: Sharer): UnreadShare {
    let isHere = true;
    const leave = () => {
      isHere = false;
      this.#readers.set(reader, 0);
    };
    const reader: Sharer = {
      name,
      cut: () => {
        leave();
        cut();
      },
    };
    const count = (bytes: number) => {
      if (isHere) this.#count(reader, bytes);
    };
    return { count, leave };
  }

  #count(reader: Sharer, bytes: number): void {
    this.#readers.set(reader, this.#readers.bytesOf(reader) + bytes);
    while (this.#readers.bytes > this.#mostBytes) this.#readers.largest?.cut();
  }
}
