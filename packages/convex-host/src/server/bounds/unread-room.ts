import { type Sharer, sharerOfMost } from "./sharer-of-most.ts";

/** The part of one reader: counts bytes that were sent (above 0) and that were read. */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * Bytes that clients were sent and have not read, of all together. Above the bound, whoever has most of them loses the client with
 * most: many slow readers take a little each, and who reads nothing takes a lot.
 */
export class UnreadRoom {
  readonly #mostBytes: number;
  readonly #bytesOf = new Map<Sharer, number>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open(reader: Sharer): UnreadShare {
    this.#bytesOf.set(reader, 0);
    return { count: (bytes) => this.#count(reader, bytes), leave: () => this.#leave(reader) };
  }

  #count(reader: Sharer, bytes: number): void {
    const before = this.#bytesOf.get(reader);
    if (before === undefined) return;
    this.#bytesOf.set(reader, before + bytes);
    this.#bytes += bytes;
    while (this.#bytes > this.#mostBytes) this.#cutMost();
  }

  #cutMost(): void {
    const largest = sharerOfMost(this.#bytesOf);
    this.#leave(largest);
    largest.cut();
  }

  #leave(reader: Sharer): void {
    this.#bytes -= this.#bytesOf.get(reader) ?? 0;
    this.#bytesOf.delete(reader);
  }
}
