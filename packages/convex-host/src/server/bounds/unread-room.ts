import { type Sharer, Sharers } from "./sharers.ts";

/** The part of one reader: counts bytes that were sent (above 0) and that were read. */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * Bytes that clients were sent and have not read, of all together. Above the bound, whoever has most of them loses the client with
 * most: many slow readers take a little each, and who reads nothing takes a lot.
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
