import { closeOpcode, type FrameHeader } from "./frame-header.ts";

/** The most frames of a message, here and for `ws`. */
export const mostFrames = 10_000;
const mostControlBytes = 125;
const [text, binary, pong] = [1, 2, 10];

/** Checks frames as `ws` does (RFC 6455, 5.4 and 5.5), before `ws` sees them. */
export class FrameOrder {
  readonly #mostBytes: number;
  #isInMessage = false;
  #frames = 0;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** False for a frame that is not allowed here. */
  accepts(header: FrameHeader): boolean {
    if (header.mask === null || header.hasReservedBits) return false;
    return header.isControl ? isGoodControl(header) : this.#acceptsData(header);
  }

  #acceptsData({ opcode, isContinuation, isCompressed, isLast, payloadBytes }: FrameHeader) {
    const isKnown = isContinuation ? !isCompressed : opcode === text || opcode === binary;
    if (!isKnown || isContinuation !== this.#isInMessage) return false;
    this.#frames = isContinuation ? this.#frames + 1 : 1;
    this.#bytes = isContinuation ? this.#bytes + payloadBytes : payloadBytes;
    this.#isInMessage = !isLast;
    return this.#frames <= mostFrames && this.#bytes <= this.#mostBytes;
  }
}

function isGoodControl({ opcode, isLast, isCompressed, payloadBytes }: FrameHeader): boolean {
  if (opcode > pong || !isLast || isCompressed || payloadBytes > mostControlBytes) return false;
  return opcode !== closeOpcode || payloadBytes !== 1;
}
