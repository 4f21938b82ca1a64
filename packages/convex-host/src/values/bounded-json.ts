import { randomInt } from "node:crypto";
import { floatJson } from "./encoded.ts";
import { valueLimits } from "./value-limits.ts";

/** Bounds of JSON text from outside. Convex values have limits of their own, which are checked later. */
export const jsonBounds = {
  /** Levels of lists and objects: those of a value, and those of the message around it. */
  levels: valueLimits.valueNesting + 8,
  /** Items of one list or fields of one object. */
  items: 2 * valueLimits.arrayElements,
  /**
   * Values in the whole text. A value takes many times the memory of the two characters that it may be sent as. A list
   * or an object counts as two. A field whose name begins with a digit or an escape counts as four, because the engine
   * may keep it as an item of a list.
   */
  values: 262_144,
  /**
   * Kinds of objects in the whole text: each list of field names with which an object begins. The engine makes a hidden
   * class for each one, which takes ten times as long as a field of a known kind.
   */
  kinds: 8192,
  /**
   * Letters of a field name as it is sent. The engine hashes a text of more than 16,383 letters by its length alone, and
   * compares a long name with all others of the same length.
   */
  nameLength: 8192,
} as const;

/** An error for a text that is not JSON or exceeds a bound. The message is the end of a sentence about the text. */
class JsonTextError extends Error {}

/**
 * Parses JSON of untrusted clients into values that have the same meaning when they are written as JSON again. Depth,
 * width and number of values are bounded on the text, before any value is made: code that walks values may then recurse
 * at each level.
 */
export function parseBoundedJson(text: string): unknown {
  const kept = withKeptNumbers(text);
  try {
    return JSON.parse(kept);
  } catch {
    throw new JsonTextError("is not JSON");
  }
}

/** True for a value with more than `levels` levels of lists and objects. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeper(item, levels - 1));
}

const quote = 0x22;
const comma = 0x2c;
const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const upperE = 0x45;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const lowerE = 0x65;
const openObject = 0x7b;
const closeObject = 0x7d;
/** The characters up to which a number without an exponent is finite. */
const longNumber = 300;
/** The text of -0 as a value, and the number of values that it counts as: it takes an object and a text. */
const [minusZeroText, minusZeroValues] = [JSON.stringify(floatJson(-0)), 4];
const digitNameValues = 4;
/** An odd factor that clients do not know: only very long texts can be made to have one hash for every factor. */
const kindFactor = randomInt(2 ** 32) | 1;

/**
 * The text with each -0 replaced by a value that stays -0 when it is written as JSON again. A reviver would do the
 * same, but walks through all values, which takes ten times as long as all other work on them. Throws when the text
 * exceeds a bound. For a text that is not JSON, the result has no meaning.
 */
function withKeptNumbers(text: string): string {
  const items = [0];
  const kinds = new Set<number>();
  // The hashes of the names so far: of the object here, and of those around it.
  let kind = 0;
  const around: number[] = [];
  let stringStart = 0;
  let stringEnd = 0;
  let values = 1;
  const pieces: string[] = [];
  let pieceStart = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      stringStart = at;
      stringEnd = at = endOfString(text, at);
    } else if (code === colon) {
      if (stringEnd - stringStart > jsonBounds.nameLength + 1) throw nameTooLong();
      const first = text.charCodeAt(stringStart + 1);
      // An escape may stand for a digit.
      if ((first >= zero && first <= nine) || first === backslash) values += digitNameValues - 1;
      kind = kindWith(kind, text.slice(stringStart, stringEnd));
      // A name has one colon. Without this, one long text before many colons would be read again for each of them.
      stringStart = stringEnd;
      kinds.add(kind);
      if (kinds.size > jsonBounds.kinds) throw tooMuch("kinds of objects", jsonBounds.kinds);
    } else if (code === comma) {
      values += 1;
      const width = (items.pop() ?? 0) + 1;
      if (width >= jsonBounds.items) throw tooMuch("items in one place", jsonBounds.items);
      items.push(width);
    } else if (code === openList || code === openObject) {
      values += 2;
      items.push(0);
      around.push(kind);
      kind = 0;
      if (items.length - 1 > jsonBounds.levels) throw tooMuch("levels", jsonBounds.levels);
    } else if (code === closeList || code === closeObject) {
      items.pop();
      kind = around.pop() ?? 0;
    } else if (code === minus || (code >= zero && code <= nine)) {
      const { end, isOdd } = numberAt(text, at);
      if (isOdd && isMinusZero(text.slice(at, end))) {
        pieces.push(text.slice(pieceStart, at), minusZeroText);
        pieceStart = end;
        values += minusZeroValues - 1;
      }
      at = end - 1;
    }
    if (values > jsonBounds.values) throw tooMuch("values", jsonBounds.values);
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(pieceStart);
}

/** The hash of a list of names with one more. Joined names would take ten times as long. */
function kindWith(kind: number, name: string): number {
  let longer = kind;
  for (let at = 0; at < name.length; at++)
    longer = Math.imul(longer + name.charCodeAt(at), kindFactor);
  return longer;
}

/**
 * The end of the number at `start`. `isOdd` is true when JSON may not write the number again: -0, and one that is too
 * large.
 */
function numberAt(text: string, start: number): { end: number; isOdd: boolean } {
  let isOdd = text.charCodeAt(start) === minus && text.charCodeAt(start + 1) === zero;
  let end = start + 1;
  for (let code = text.charCodeAt(end); isOfNumber(code); code = text.charCodeAt(end)) {
    isOdd ||= code === lowerE || code === upperE;
    end += 1;
  }
  return { end, isOdd: isOdd || end - start > longNumber };
}

function isOfNumber(code: number): boolean {
  const isDigit = code >= zero && code <= nine;
  return (
    isDigit || code === dot || code === lowerE || code === upperE || code === minus || code === plus
  );
}

/** A number in the syntax of JSON, which "-00" and "-0." are not. */
const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** True for a text of -0; throws for a number that is too large. */
function isMinusZero(text: string): boolean {
  const value = Number(text);
  if (Math.abs(value) === Infinity) throw new JsonTextError("has a number that is too large");
  return Object.is(value, -0) && jsonNumber.test(text);
}

/**
 * Returns the end of the string that begins at `start`: the next quote with an even number of backslashes before it.
 */
function endOfString(text: string, start: number): number {
  for (let end = start; ;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - 1 - before) % 2 === 0) return end;
  }
}

function nameTooLong(): JsonTextError {
  return new JsonTextError(`has a name of more than ${jsonBounds.nameLength} letters`);
}

function tooMuch(what: string, most: number): JsonTextError {
  return new JsonTextError(`has more than ${most} ${what}`);
}
