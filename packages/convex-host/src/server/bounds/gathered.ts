/**
 * The size in bytes below which pieces are copied together. A small piece costs more than its bytes, and a client may
 * send byte by byte.
 */
const smallBytes = 1024;
const blockBytes = 4096;

/** Collects bytes in order. Small pieces are copied together, so that the memory is about as large as the data. */
export class Gathered {
  readonly #pieces: Buffer[] = [];
  /** The last small pieces; the first `#filled` bytes count. */
  #block: Buffer | null = null;
  #filled = 0;
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    this.#bytes += piece.length;
    if (piece.length >= smallBytes) {
      this.#endBlock();
      this.#pieces.push(piece);
      return;
    }
    if (this.#block === null || this.#filled + piece.length > blockBytes) this.#beginBlock();
    this.#filled += piece.copy(this.#block!, this.#filled);
  }

  /** The number of buffers that hold the bytes. */
  get count(): number {
    return this.#pieces.length + (this.#block === null ? 0 : 1);
  }

  /** All bytes in one buffer. */
  whole(): Buffer {
    this.#endBlock();
    return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
  }

  #beginBlock(): void {
    this.#endBlock();
    this.#block = Buffer.allocUnsafeSlow(blockBytes);
  }

  #endBlock(): void {
    if (this.#block !== null) this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = null;
    this.#filled = 0;
  }
}
