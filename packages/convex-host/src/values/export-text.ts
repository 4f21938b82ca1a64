import type { Json } from "./json.ts";

const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;
const negativeZero = '{"$float":"AAAAAAAAAIA="}';

/**
 * An encoded value as Convex's exports write it ("uniform"): an int64 is a whole number, a float always has a dot or an
 * exponent. The rest is as in the encoded form.
 */
export function exportText(value: Json): string {
  if (typeof value === "number") return floatText(value);
  if (Array.isArray(value)) return `[${value.map(exportText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const { $integer, $float } = value;
  if (typeof $integer === "string")
    return Buffer.from($integer, "base64").readBigInt64LE().toString();
  if (typeof $float === "string" && JSON.stringify(value) === negativeZero) return "-0.0";
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${exportText(field)}`,
  );
  return `{${fields.join(",")}}`;
}

/** The encoded value of a text that `exportText` wrote. */
export function parseExportText(text: string): Json {
  // JSON.parse reads an int64 and a float alike as a number, so the two are told apart in the text first.
  const encoded = text.replace(tokenPattern, (token) =>
    token.startsWith('"') ? token : encodedNumber(token),
  );
  return JSON.parse(encoded) as Json;
}

function floatText(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function encodedNumber(token: string): string {
  if (Object.is(Number(token), -0)) return negativeZero;
  if (/[.eE]/.test(token)) return token;
  const integer = BigInt(token);
  if (integer < smallest || integer > largest) return token;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(integer);
  return `{"$integer":"${bytes.toString("base64")}"}`;
}
