import { type Sharer, Sharers } from "./sharers.ts";

/** The part of one client: counts bytes that were sent (above 0) and that were read. */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * Bytes that one end has sent and the other has not read, of all clients together: answers, or messages whose end has not come.
 * Above the bound, whoever has most of them loses the client with most: many slow clients take a little each, and who never ends
 * takes a lot.
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
