import { constants, inflateRawSync } from "node:zlib";

/** The bytes that the sender of a compressed message leaves out at its end (RFC 7692, 7.2.2). */
const leftOut = Buffer.from([0x00, 0x00, 0xff, 0xff]);

/**
 * Inflates a message. "too large" when it has more than `mostBytes`, where inflating stops; null when it is malformed.
 */
export function inflateMessage(payload: Buffer, mostBytes: number): Buffer | "too large" | null {
  try {
    return inflateRawSync(Buffer.concat([payload, leftOut]), {
      maxOutputLength: mostBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "ERR_BUFFER_TOO_LARGE" ? "too large" : null;
  }
}
