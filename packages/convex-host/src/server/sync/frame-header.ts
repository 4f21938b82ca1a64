/** The part of a WebSocket frame before its payload (RFC 6455, 5.2). */
export type FrameHeader = {
  /** True for the last frame of its message. */
  isLast: boolean;
  isCompressed: boolean;
  /** True when bits are set that have no meaning yet. */
  hasReservedBits: boolean;
  /** True for ping, pong and close, which may come between the frames of a message. */
  isControl: boolean;
  /** True for a frame that continues the message of the frame before. */
  isContinuation: boolean;
  opcode: number;
  headerBytes: number;
  payloadBytes: number;
  /** Null in a frame without a mask, which no client may send. */
  mask: Buffer | null;
};

/** The opcode of a close frame. */
export const closeOpcode = 8;

/** The bytes of the longest header. */
export const longestHeader = 14;

/** Bits of the first byte: the last frame of its message, and the first of a compressed one. */
export const lastBit = 0x80;
export const compressedBit = 0x40;
/** The bit of the second byte that announces a mask. */
const maskBit = 0x80;
const maskBytes = 4;

/** The header at the beginning of the bytes; null when it is not complete. */
export function readFrameHeader(bytes: Buffer): FrameHeader | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const short = second & 0x7f;
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const maskAt = 2 + lengthBytes;
  const headerBytes = maskAt + (second & maskBit ? maskBytes : 0);
  if (bytes.length < headerBytes) return null;
  const opcode = first & 0x0f;
  return {
    isLast: (first & lastBit) !== 0,
    isCompressed: (first & compressedBit) !== 0,
    hasReservedBits: (first & 0x30) !== 0,
    isControl: opcode >= 8,
    isContinuation: opcode === 0,
    opcode,
    headerBytes,
    payloadBytes: payloadLength(bytes, short),
    mask: headerBytes > maskAt ? bytes.subarray(maskAt, headerBytes) : null,
  };
}

/** A copy of the payload with the mask removed. */
export function unmasked(payload: Buffer, mask: Buffer | null): Buffer {
  const plain = Buffer.from(payload);
  if (mask !== null)
    for (let at = 0; at < plain.length; at++) plain[at] = plain[at]! ^ mask[at & 3]!;
  return plain;
}

/** The payload of whole frames, one behind the other. */
export function payloadOf(frames: Buffer): Buffer {
  const payloads: Buffer[] = [];
  for (let rest = frames, header; (header = readFrameHeader(rest)) !== null;) {
    const end = header.headerBytes + header.payloadBytes;
    payloads.push(unmasked(rest.subarray(header.headerBytes, end), header.mask));
    rest = rest.subarray(end);
  }
  return Buffer.concat(payloads);
}

/** A whole message in one frame as clients send it, with a mask that changes nothing. */
export function clientFrame(opcode: number, payload: Buffer): Buffer {
  const headerBytes = plainHeaderBytes(payload.length) + maskBytes;
  const frame = Buffer.alloc(headerBytes + payload.length);
  writeFrameHeader(frame, lastBit | opcode, payload.length);
  frame[1]! |= maskBit;
  payload.copy(frame, headerBytes);
  return frame;
}

/** Writes a header without a mask. Returns the offset of the payload. */
export function writeFrameHeader(frame: Buffer, firstByte: number, payloadBytes: number): number {
  const headerBytes = plainHeaderBytes(payloadBytes);
  frame[0] = firstByte;
  frame[1] = headerBytes === 2 ? payloadBytes : headerBytes === 4 ? 126 : 127;
  if (headerBytes === 4) frame.writeUInt16BE(payloadBytes, 2);
  if (headerBytes === 10) frame.writeBigUInt64BE(BigInt(payloadBytes), 2);
  return headerBytes;
}

/** The length of a header without a mask. */
export function plainHeaderBytes(payloadBytes: number): number {
  if (payloadBytes < 126) return 2;
  return payloadBytes < 65_536 ? 4 : 10;
}

function payloadLength(bytes: Buffer, short: number): number {
  if (short === 126) return bytes.readUInt16BE(2);
  return short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
}
