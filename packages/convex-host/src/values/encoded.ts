import type { Json, JsonObject } from "./json.ts";

/** The kind of an encoded value: the Convex value that it stands for, in whatever form of JSON. */
export type EncodedKind = ScalarKind | "array" | "object";
type ScalarKind = "undefined" | "null" | "int64" | "float64" | "boolean" | "string" | "bytes";

/** The encoded form of a missing value; legal in filters, index bounds and at the top level of a patch. */
export const undefinedJson: JsonObject = { $undefined: null };

/** The kind of Convex value that an encoded JSON value (or a missing one) stands for. */
export function kindOf(value: Json | undefined): EncodedKind {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "float64";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "array";
  return kindOfObject(value);
}

/** True for `{"$undefined":null}`. */
export function isUndefinedJson(value: Json | undefined): boolean {
  return kindOf(value) === "undefined";
}

/** The number of an encoded `$integer`. */
export function integerOf(value: Json): bigint {
  return bytesOf((value as { $integer: string }).$integer).readBigInt64LE();
}

/** The eight little-endian bytes of a float, plain or `$float`, so that NaN payloads and -0 survive. */
export function floatBytesOf(value: Json): Buffer {
  if (typeof value !== "number") return bytesOf((value as { $float: string }).$float);
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** The number of an encoded float. */
export function floatOf(value: Json): number {
  return typeof value === "number" ? value : floatBytesOf(value).readDoubleLE();
}

/** An int64 in its encoded form. */
export function integerJson(value: bigint): JsonObject {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

/** A float in its encoded form: a plain number unless JSON cannot hold it. */
export function floatJson(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $float: floatBytesOf(value).toString("base64") };
}

/** The bytes of an encoded `$bytes`. */
export function bytesValueOf(value: Json): Buffer {
  return bytesOf((value as { $bytes: string }).$bytes);
}

/** Bytes of canonical base64, or null when the text is not exactly what encoding gives. */
export function decodeBase64(text: Json | undefined): Buffer | null {
  if (typeof text !== "string") return null;
  const bytes = bytesOf(text);
  return bytes.toString("base64") === text ? bytes : null;
}

function kindOfObject(value: JsonObject): EncodedKind {
  for (const key in value) {
    if (key.charCodeAt(0) !== 36) return "object";
    if (key === "$integer") return "int64";
    if (key === "$float") return "float64";
    if (key === "$bytes") return "bytes";
    if (key === "$undefined") return "undefined";
    return "object";
  }
  return "object";
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}
