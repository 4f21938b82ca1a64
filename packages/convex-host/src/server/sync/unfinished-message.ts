/** The memory of a frame beside its bytes: of a message that is not whole, each is kept by itself. */
const frameBytes = 256;

/** Counts what has come of a message whose end has not. A message that comes in one piece is not counted. */
export class UnfinishedMessage {
  #onCount: (bytes: number) => void = () => undefined;
  #bytes = 0;

  /**
   * Tells of bytes that have come (above 0), and of those that are kept no longer. Those that came with the request for
   * the socket, before anybody could be told, are told at once: their end is told too.
   */
  tell(onCount: (bytes: number) => void): void {
    this.#onCount = onCount;
    if (this.#bytes > 0) onCount(this.#bytes);
  }

  /** The next piece of the message, the first of a frame or a further one. */
  add(pieceBytes: number, { isFirst }: { isFirst: boolean }): void {
    const bytes = pieceBytes + (isFirst ? frameBytes : 0);
    this.#bytes += bytes;
    this.#onCount(bytes);
  }

  /** The message is whole. */
  end(): void {
    if (this.#bytes === 0) return;
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#onCount(-bytes);
  }
}
