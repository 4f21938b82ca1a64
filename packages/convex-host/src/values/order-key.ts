import { bytesValueOf, floatBytesOf, integerOf, kindOf } from "./encoded.ts";
import type { Json, JsonObject } from "./json.ts";

/** Sorts after every key: no encoded value starts with this byte. */
export const afterAllKeys = "\xff";

/**
 * The sort key of an encoded value (or a missing one) as a binary string, one char per byte: keys compare with `<`, and
 * as bytes, exactly as Convex orders the values. Keys of several fields are the keys of the fields, joined.
 */
export function orderKey(value: Json | undefined): string {
  switch (kindOf(value)) {
    case "undefined":
      return "\x01";
    case "null":
      return "\x03";
    case "int64":
      return integerKey(integerOf(value as Json));
    case "float64":
      return "\x0d" + floatKey(value as Json);
    case "boolean":
      return value === true ? "\x0f" : "\x0e";
    case "string":
      return stringKey(value as string);
    case "bytes":
      return "\x11" + escapeNul(bytesValueOf(value as Json).toString("latin1")) + "\0";
    case "array":
      return "\x12" + (value as Json[]).map(orderKey).join("") + "\0";
    case "object":
      return objectKey(value as JsonObject);
  }
}

/**
 * A bound above every key whose first fields are exactly these, and below every other key that sorts after them. It is
 * not the next prefix of the same length: after "a" the key of "a\0" goes on with an escape, and that one is another
 * value.
 */
export function afterPrefix(prefix: string): string {
  return prefix + afterAllKeys;
}

/** The least key greater than this one. */
export function afterKey(key: string): string {
  return key + "\0";
}

/** A key as the bytes SQLite compares. */
export function keyToBytes(key: string): Buffer {
  return Buffer.from(key, "latin1");
}

/** The inverse of `keyToBytes`. */
export function bytesToKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** The key whose bytes a hexadecimal text names. */
export function hexToKey(hex: string): string {
  return Buffer.from(hex, "hex").toString("latin1");
}

function integerKey(value: bigint): string {
  if (value === 0n) return "\x08";
  const negative = value < 0n;
  const magnitude = negative ? -value - 1n : value;
  const step = magnitude < 0x80n ? 0 : magnitude < 0x8000n ? 1 : magnitude < 0x80000000n ? 2 : 3;
  const tag = negative ? 0x07 - step : 0x09 + step;
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(value);
  return String.fromCharCode(tag) + bytes.toString("latin1", 8 - 2 ** step);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The key of a float. Every document has some in each of its indexes, so no Buffer is made. */
function floatKey(value: Json): string {
  if (typeof value === "number") scratch.setFloat64(0, value);
  else floatBytesOf(value).forEach((byte, at) => scratch.setUint8(7 - at, byte));
  const high = scratch.getUint32(0);
  const low = scratch.getUint32(4);
  const isNegative = high >= 0x80000000;
  return wordKey(isNegative ? ~high : high ^ 0x80000000) + wordKey(isNegative ? ~low : low);
}

function wordKey(word: number): string {
  return String.fromCharCode(
    (word >>> 24) & 0xff,
    (word >>> 16) & 0xff,
    (word >>> 8) & 0xff,
    word & 0xff,
  );
}

function stringKey(text: string): string {
  return "\x10" + escapeNul(utf8Key(text)) + "\0";
}

function utf8Key(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

function escapeNul(bytes: string): string {
  return bytes.includes("\0") ? bytes.replaceAll("\0", "\0\xff") : bytes;
}

function objectKey(value: JsonObject): string {
  let key = "\x15";
  for (const name of Object.keys(value).sort()) {
    // An empty name would read as the end of the object.
    key += (name === "" ? "\0\xff" : escapeNul(utf8Key(name)) + "\0") + orderKey(value[name]);
  }
  return key + "\0";
}
