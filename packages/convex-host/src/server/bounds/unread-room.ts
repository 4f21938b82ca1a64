/** A client that is sent messages: whose it is, and its end. */
type Reader = { name: () => string; cut: () => void };

/** The part of one reader: counts bytes that were sent (above 0) and that were read. */
export type UnreadShare = { count: (bytes: number) => void; leave: () => void };

/**
 * Bytes that clients were sent and have not read, of all together. Above the bound, whoever has most of them loses the client with
 * most: many slow readers take a little each, and who reads nothing takes a lot.
 */
export class UnreadRoom {
  readonly #mostBytes: number;
  readonly #bytesOf = new Map<Reader, number>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open(reader: Reader): UnreadShare {
    this.#bytesOf.set(reader, 0);
    return { count: (bytes) => this.#count(reader, bytes), leave: () => this.#leave(reader) };
  }

  #count(reader: Reader, bytes: number): void {
    const before = this.#bytesOf.get(reader);
    if (before === undefined) return;
    this.#bytesOf.set(reader, before + bytes);
    this.#bytes += bytes;
    while (this.#bytes > this.#mostBytes) this.#cutMost();
  }

  #cutMost(): void {
    const byName = new Map<string, number>();
    for (const [reader, bytes] of this.#bytesOf)
      if (bytes > 0) byName.set(reader.name(), (byName.get(reader.name()) ?? 0) + bytes);
    const most = [...byName].reduce((one, other) => (other[1] > one[1] ? other : one));
    const clients = [...this.#bytesOf].filter(([reader]) => reader.name() === most[0]);
    const [largest] = clients.reduce((one, other) => (other[1] > one[1] ? other : one));
    this.#leave(largest);
    largest.cut();
  }

  #leave(reader: Reader): void {
    this.#bytes -= this.#bytesOf.get(reader) ?? 0;
    this.#bytesOf.delete(reader);
  }
}
