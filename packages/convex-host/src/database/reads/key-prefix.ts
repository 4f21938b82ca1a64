import { afterPrefix } from "../../values/order-key.ts";

/** The leading fields that all keys of a range share: their number and their bytes. */
export type SharedPrefix = { fields: number; bytes: string };

/** The longest run of whole fields that every key with lower <= key < upper starts with. */
export function sharedPrefix(lower: string, upper: string | null): SharedPrefix {
  const shared: SharedPrefix = { fields: 0, bytes: "" };
  if (upper === null) return shared;
  for (let end = fieldEnd(lower, 0); end !== null; end = fieldEnd(lower, end)) {
    const prefix = lower.slice(0, end);
    if (upper > afterPrefix(prefix)) break;
    shared.fields += 1;
    shared.bytes = prefix;
  }
  return shared;
}

/** The first `fields` fields of a key; null when it has fewer. */
export function keyPrefix(key: string, fields: number): string | null {
  let end: number | null = 0;
  for (let field = 0; field < fields && end !== null; field++) end = fieldEnd(key, end);
  return end === null ? null : key.slice(0, end);
}

const payloadByTag: ReadonlyMap<number, number> = new Map([
  ...[0x01, 0x03, 0x08, 0x0e, 0x0f].map((tag) => [tag, 0] as const),
  ...[0x07, 0x09].map((tag) => [tag, 1] as const),
  ...[0x06, 0x0a].map((tag) => [tag, 2] as const),
  ...[0x05, 0x0b].map((tag) => [tag, 4] as const),
  ...[0x04, 0x0c, 0x0d].map((tag) => [tag, 8] as const),
]);

/** Returns the end of the field that starts at this position; null when no whole field starts there. */
function fieldEnd(key: string, start: number): number | null {
  if (start >= key.length) return null;
  const tag = key.charCodeAt(start);
  const payload = payloadByTag.get(tag);
  if (payload !== undefined) return within(key, start + 1 + payload);
  if (tag === 0x10 || tag === 0x11) return textEnd(key, start + 1);
  if (tag === 0x12) return membersEnd(key, start + 1, fieldEnd);
  if (tag === 0x15) return membersEnd(key, start + 1, memberEnd);
  return null;
}

function within(key: string, end: number): number | null {
  return end <= key.length ? end : null;
}

/** The end of a text: the position after the first NUL that is not escaped. */
function textEnd(key: string, start: number): number | null {
  for (let at = key.indexOf("\0", start); at !== -1; at = key.indexOf("\0", at + 2)) {
    if (key.charCodeAt(at + 1) !== 0xff) return at + 1;
  }
  return null;
}

function membersEnd(
  key: string,
  start: number,
  next: (key: string, at: number) => number | null,
): number | null {
  let at: number | null = start;
  while (at !== null && at < key.length) {
    const isEnd = key.charCodeAt(at) === 0 && key.charCodeAt(at + 1) !== 0xff;
    if (isEnd) return at + 1;
    at = next(key, at);
  }
  return null;
}

function memberEnd(key: string, start: number): number | null {
  const isEmptyName = key.startsWith("\0\xff", start);
  const value = isEmptyName ? start + 2 : textEnd(key, start);
  return value === null ? null : fieldEnd(key, value);
}
