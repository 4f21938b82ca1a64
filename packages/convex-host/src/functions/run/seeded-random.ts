import { createCipheriv, type Cipher } from "node:crypto";

const chunkLength = 256;
const zeros = Buffer.alloc(chunkLength);

/**
 * A stream of random bytes that a 32-byte seed determines. It is as hard to guess as the seed (AES in counter mode).
 */
export class SeededRandom {
  readonly #seed: () => Buffer;
  #cipher: Cipher | null = null;
  #chunk = Buffer.alloc(0);
  #used = 0;

  /** `seed` is called at the first use, because most executions need none. */
  constructor(seed: () => Buffer) {
    this.#seed = seed;
  }

  fill(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at++) bytes[at] = this.#nextByte();
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    this.fill(bytes);
    return bytes;
  }

  /** Uniform in [0, 1), with the 53 bits a double holds. */
  number(): number {
    const bits = this.bytes(8).readBigUInt64BE() >> 11n;
    return Number(bits) / 2 ** 53;
  }

  uuid(): `${string}-${string}-${string}-${string}-${string}` {
    const bytes = this.bytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    const part = (from: number, to: number) => hex.slice(from, to);
    return `${part(0, 8)}-${part(8, 12)}-${part(12, 16)}-${part(16, 20)}-${part(20, 32)}`;
  }

  /** A separate stream for a nested function, determined by the position of this one. */
  child(): SeededRandom {
    const seed = this.bytes(32);
    return new SeededRandom(() => seed);
  }

  #nextByte(): number {
    if (this.#used === this.#chunk.length) {
      this.#cipher ??= createCipheriv("aes-256-ctr", this.#seed(), Buffer.alloc(16));
      this.#chunk = this.#cipher.update(zeros);
      this.#used = 0;
    }
    return this.#chunk[this.#used++]!;
  }
}
