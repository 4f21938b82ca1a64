import { decodeBase64 } from "./encoded.ts";
import type { Json, JsonObject } from "./json.ts";
import { valueLimits } from "./value-limits.ts";

/** Rules that an encoded value must obey to be written as canonical text. */
export type CanonicalOptions = {
  /** Levels of arrays and objects allowed; a string or number has none. */
  maxNesting?: number;
  /** The noun of the messages: "Value" or "Document". */
  what?: string;
};

/**
 * The one JSON text of an encoded value: keys sorted, no white space, fields that are undefined left out. Throws for
 * anything that is not a Convex value.
 */
export function canonicalText(value: Json, options: CanonicalOptions = {}): string {
  const maxNesting = options.maxNesting ?? valueLimits.valueNesting;
  return new Writer(maxNesting, options.what ?? "Value").text(value, 0);
}

/**
 * The canonical text of the array that holds a call's arguments. Throws for a field `__proto__`: Convex's decoder makes
 * it the prototype of the object, and a function would read fields that no validator and no rule has seen.
 */
export function argumentsText(args: JsonObject): string {
  const text = canonicalText(args);
  // Inside of a text or a name a backslash stands before the quote.
  if (/[{,]"__proto__":/.test(text)) throw new Error("Field name __proto__ is reserved.");
  return `[${text}]`;
}

/** The fault of an object key; null when it has none. */
function fieldNameProblem(name: string): string | null {
  if (name.startsWith("$")) return `Field name ${name} starts with a '$', which is reserved.`;
  if (name.length > valueLimits.fieldNameLength) {
    return `Field name ${name} exceeds maximum field name length ${valueLimits.fieldNameLength}.`;
  }
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code < 32 || code > 126) {
      return `Field name ${name} has invalid character '${name[at]}': Field names can only contain non-control ASCII characters`;
    }
  }
  return null;
}

// A cache of the texts of names: every document that is written has the same ones. Names from callers may evict them,
// and can do no more.
const nameTexts = new Map<string, string>();
const mostNameTexts = 10_000;

/** The text of an object key with its colon; throws for a name that no field may have. */
function nameText(name: string): string {
  const known = nameTexts.get(name);
  if (known !== undefined) return known;
  const problem = fieldNameProblem(name);
  if (problem !== null) throw new Error(problem);
  const text = `${JSON.stringify(name)}:`;
  if (nameTexts.size >= mostNameTexts) nameTexts.clear();
  nameTexts.set(name, text);
  return text;
}

/** True for names of tables, indexes and validator fields: a letter or `_` first, then letters, digits, `_`. */
export function isIdentifier(name: string): boolean {
  return (
    name.length <= valueLimits.identifierLength &&
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
    !/^_+$/.test(name)
  );
}

class Writer {
  readonly #maxNesting: number;
  readonly #what: string;

  constructor(maxNesting: number, what: string) {
    this.#maxNesting = maxNesting;
    this.#what = what;
  }

  text(value: Json, depth: number): string {
    switch (typeof value) {
      case "string":
        return stringText(value);
      case "number":
        return numberText(value);
      case "boolean":
        return value ? "true" : "false";
      case "object":
        if (value === null) return "null";
        return Array.isArray(value) ? this.#array(value, depth) : this.#object(value, depth);
      default:
        throw new Error(`${String(value)} is not a supported Convex type.`);
    }
  }

  #array(value: Json[], depth: number): string {
    this.#checkNesting(depth);
    if (value.length > valueLimits.arrayElements) {
      throw new Error(
        `Array length is too long (${value.length} > maximum length ${valueLimits.arrayElements})`,
      );
    }
    let text = "";
    for (const element of value) {
      text += (text === "" ? "" : ",") + this.text(element, depth + 1);
    }
    return `[${text}]`;
  }

  #object(value: JsonObject, depth: number): string {
    const names = Object.keys(value);
    const special = names.length === 1 ? specialText(names[0]!, value) : null;
    if (special !== null) return special;
    this.#checkNesting(depth);
    if (names.length > valueLimits.objectFields) {
      throw new Error(
        `Object has too many fields (${names.length} > maximum number ${valueLimits.objectFields})`,
      );
    }
    let text = "";
    for (const name of names.sort()) {
      const ofName = nameText(name);
      const field = value[name];
      if (field === undefined || isUndefinedMarker(field)) continue;
      text += (text === "" ? "" : ",") + ofName + this.text(field, depth + 1);
    }
    return `{${text}}`;
  }

  #checkNesting(depth: number): void {
    if (depth < this.#maxNesting) return;
    throw new Error(
      `${this.#what} is too nested (nested ${depth + 1} levels deep > maximum nesting ${this.#maxNesting})`,
    );
  }
}

function isUndefinedMarker(value: Json): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "$undefined" in value &&
    Object.keys(value).length === 1
  );
}

function specialText(name: string, value: JsonObject): string | null {
  switch (name) {
    case "$integer":
      if (decodeBase64(value[name])?.length !== 8)
        throw new Error("Int64 was not 8 bytes of base64");
      break;
    case "$bytes":
      if (decodeBase64(value[name]) === null) throw new Error("Bytes were not base64");
      break;
    case "$float":
      checkSpecialFloat(decodeBase64(value[name]));
      break;
    case "$undefined":
      throw new Error("undefined is not a valid Convex value");
    default:
      return null;
  }
  return `{"${name}":${JSON.stringify(value[name])}}`;
}

function checkSpecialFloat(bytes: Buffer | null): void {
  if (bytes?.length !== 8) throw new Error("Float64 was not 8 bytes of base64");
  const number = bytes.readDoubleLE();
  if (Number.isFinite(number) && !Object.is(number, -0)) {
    throw new Error(`Float64 ${number} should be encoded as a number`);
  }
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return `{"$float":"AAAAAAAAAIA="}`;
  if (!Number.isFinite(value)) throw new Error(`${value} should be encoded as a $float`);
  return JSON.stringify(value);
}

function stringText(value: string): string {
  const text = JSON.stringify(value);
  // JSON.stringify escapes exactly the unpaired surrogates, which UTF-8 cannot have.
  if (text.includes("\\ud") && /\p{Surrogate}/u.test(value)) {
    throw new Error("String contains half of a surrogate pair, which is not Unicode text");
  }
  return text;
}
