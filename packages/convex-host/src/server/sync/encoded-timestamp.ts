import type { Timestamp } from "../../values/timestamp.ts";

/** The last timestamp: all clients are sent the same one, one after another. */
let last = { ts: -1n, text: "" };

/** Encodes a timestamp as base64 of eight little-endian bytes. */
export function encodeTimestamp(ts: Timestamp): string {
  if (last.ts === ts) return last.text;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  last = { ts, text: bytes.toString("base64") };
  return last.text;
}

/** The timestamp in a text from outside; null when the text is not exactly one. */
export function decodeTimestamp(text: string): Timestamp | null {
  if (!/^[A-Za-z0-9+/]{11}=$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
