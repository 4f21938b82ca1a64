import { Gathered } from "../bounds/gathered.ts";
import type { FrameHeader } from "./frame-header.ts";

/**
 * The frames of a message that is read until it is known to be small. Their bytes lie together, because each frame may
 * have a single byte.
 */
export class HeldMessage {
  #bytes = new Gathered();
  #frames = 0;
  #payloadBytes = 0;

  /** The number of frames that have begun. */
  get frames(): number {
    return this.#frames;
  }

  /** The payload bytes of all frames, as their headers announce them. */
  get payloadBytes(): number {
    return this.#payloadBytes;
  }

  /** The number of buffers that hold the bytes. */
  get buffers(): number {
    return this.#bytes.count;
  }

  beginFrame({ payloadBytes }: FrameHeader): void {
    this.#frames += 1;
    this.#payloadBytes += payloadBytes;
  }

  add(piece: Buffer): void {
    this.#bytes.add(piece);
  }

  /** Returns the held bytes and forgets them. */
  take(): Buffer {
    const held = this.#bytes.whole();
    this.#bytes = new Gathered();
    this.#frames = 0;
    this.#payloadBytes = 0;
    return held;
  }
}
