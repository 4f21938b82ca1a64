import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const valueOfCode = new Int8Array(128).fill(-1);
for (let at = 0; at < alphabet.length; at++) valueOfCode[alphabet.charCodeAt(at)] = at;

const innerLength = 16;
const footerLength = 2;
const shortestText = 31;
const longestText = 37;
const millisPerDay = 86_400_000;

/** The official number of `_storage`, in the ids of all files. */
export const storageTableNumber = 540;

/** Fills the given bytes with randomness. */
export type Random = (bytes: Uint8Array) => void;

/** The parts of a document id, or the error for a text that is not an id. */
export type DecodedId = { table: number; inner: Uint8Array } | { error: string };

/** The text of the document id with this table number and these 16 inner bytes. */
export function encodeId(table: number, inner: Uint8Array): string {
  const bytes: number[] = [];
  let rest = table;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest, ...inner);
  const footer = fletcher16(bytes, bytes.length);
  bytes.push(footer & 0xff, footer >> 8);
  return toBase32(bytes);
}

/** Decodes an id. Any text but the canonical text of an id gives an error. */
export function decodeId(text: string): DecodedId {
  if (text.length < shortestText || text.length > longestText) {
    return { error: `Invalid ID length ${text.length}` };
  }
  const bytes = fromBase32(text);
  if (bytes === null) return { error: "ID wasn't valid base32" };
  const start = tableNumberEnd(bytes);
  if (start === 0) return { error: "Invalid table number" };
  if (bytes.length !== start + innerLength + footerLength) {
    return { error: `Invalid ID length ${text.length}` };
  }
  const footer = fletcher16(bytes, start + innerLength);
  if (bytes[bytes.length - 2] !== (footer & 0xff) || bytes[bytes.length - 1] !== footer >> 8) {
    return { error: "Invalid ID version" };
  }
  const table = tableNumber(bytes, start);
  const inner = Uint8Array.from(bytes.slice(start, start + innerLength));
  if (encodeId(table, inner) !== text) return { error: "ID wasn't valid base32" };
  return { table, inner };
}

// A cache of table numbers: the same ids are checked in every result that is sent and in every document that is
// written.
const tableNumbers = new Map<string, number | null>();
const mostTableNumbers = 20_000;

/** The table number of an id; null when the text is not an id. */
export function tableNumberOfId(text: string): number | null {
  const known = tableNumbers.get(text);
  if (known !== undefined) return known;
  const decoded = decodeId(text);
  const number = "error" in decoded ? null : decoded.table;
  if (text.length > longestText) return number;
  if (tableNumbers.size >= mostTableNumbers) tableNumbers.clear();
  tableNumbers.set(text, number);
  return number;
}

/** A fresh id of the given table: 14 random bytes and the day. */
export function newId(table: number, options: { nowMs: number; random?: Random }): string {
  const inner = new Uint8Array(innerLength);
  (options.random ?? pooledRandom)(inner.subarray(0, innerLength - 2));
  const day = Math.floor(options.nowMs / millisPerDay) & 0xffff;
  inner[innerLength - 2] = day >> 8;
  inner[innerLength - 1] = day & 0xff;
  return encodeId(table, inner);
}

function tableNumberEnd(bytes: readonly number[]): number {
  for (let at = 0; at < 5 && at < bytes.length; at++) {
    if (bytes[at]! < 0x80) return at + 1;
  }
  return 0;
}

function tableNumber(bytes: readonly number[], end: number): number {
  let number = 0;
  for (let at = end - 1; at >= 0; at--) number = number * 0x80 + (bytes[at]! & 0x7f);
  return number;
}

function fletcher16(bytes: readonly number[], length: number): number {
  let low = 0;
  let high = 0;
  for (let at = 0; at < length; at++) {
    low = (low + bytes[at]!) & 0xff;
    high = (high + low) & 0xff;
  }
  return (high << 8) | low;
}

function toBase32(bytes: readonly number[]): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(buffer << (5 - bits)) & 31];
}

function fromBase32(text: string): number[] | null {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (let at = 0; at < text.length; at++) {
    const value = valueOfCode[text.charCodeAt(at)] ?? -1;
    if (value < 0) return null;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
    buffer &= (1 << bits) - 1;
  }
  return bytes;
}

// One system call gives the random bytes of some three hundred ids.
const pool = new Uint8Array(4096);
let used = pool.length;

function pooledRandom(bytes: Uint8Array): void {
  if (used + bytes.length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  bytes.set(pool.subarray(used, used + bytes.length));
  used += bytes.length;
}
