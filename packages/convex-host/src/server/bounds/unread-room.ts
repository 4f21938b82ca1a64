import { type Sharer, Sharers } from "./sharers.ts";

/** The share of one reader. `count` takes the bytes that were sent (above 0) or read (below 0). */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * Bytes that were sent to clients and not read, of all together. Above the bound, the caller with the most loses its
 * largest client: many slow readers take a little each, and a client that reads nothing takes a lot.
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
