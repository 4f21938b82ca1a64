/** The part of a WebSocket frame before its payload (RFC 6455, 5.2). */
export type FrameHeader = {
  /** The last frame of its message. */
  isLast: boolean;
  isCompressed: boolean;
  /** Bits that have no meaning yet. */
  hasReservedBits: boolean;
  /** Ping, pong and close: they may come between the frames of a message. */
  isControl: boolean;
  /** Goes on with the message of the frame before. */
  isContinuation: boolean;
  opcode: number;
  headerBytes: number;
  payloadBytes: number;
  /** Null in a frame without one, which no client may send. */
  mask: Buffer | null;
};

/** The goodbye. */
export const closeOpcode = 8;

/** The longest header there is. */
export const longestHeader = 14;

/** The header at the beginning of the bytes; null when it is not complete. */
export function readFrameHeader(bytes: Buffer): FrameHeader | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const maskAt = 2 + lengthBytes;
  const headerBytes = maskAt + (second & 0x80 ? 4 : 0);
  if (bytes.length < headerBytes) return null;
  const opcode = first & 0x0f;
  return {
    isLast: (first & 0x80) !== 0,
    isCompressed: (first & 0x40) !== 0,
    hasReservedBits: (first & 0x30) !== 0,
    isControl: opcode >= 8,
    isContinuation: opcode === 0,
    opcode,
    headerBytes,
    payloadBytes: payloadLength(bytes, short),
    mask: headerBytes > maskAt ? bytes.subarray(maskAt, headerBytes) : null,
  };
}

/** The bytes as they were before the mask was laid over them; leaves the given ones as they are. */
export function unmasked(payload: Buffer, mask: Buffer | null): Buffer {
  const plain = Buffer.from(payload);
  if (mask !== null)
    for (let at = 0; at < plain.length; at++) plain[at] = plain[at]! ^ mask[at & 3]!;
  return plain;
}

/** A whole message in one frame as clients send it, with a mask that changes nothing. */
export function plainFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([frameHead(0x80 | opcode, payload.length), Buffer.alloc(4), payload]);
}

function frameHead(first: number, payloadBytes: number): Buffer {
  const mask = 0x80;
  if (payloadBytes < 126) return Buffer.from([first, mask | payloadBytes]);
  const isShort = payloadBytes < 65_536;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = first;
  head[1] = mask | (isShort ? 126 : 127);
  if (isShort) head.writeUInt16BE(payloadBytes, 2);
  else head.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return head;
}

function payloadLength(bytes: Buffer, short: number): number {
  if (short === 126) return bytes.readUInt16BE(2);
  return short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
}
