import type { Json } from "../../values/json.ts";

/** Encoded values as plain JSON (facts 2.2): integers as decimal text, bytes as base64, NaN and infinities as text. */
export function toCleanJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(toCleanJson);
  if (typeof value !== "object" || value === null) return value;
  const { $integer, $float, $bytes } = value;
  if (typeof $integer === "string")
    return Buffer.from($integer, "base64").readBigInt64LE().toString();
  if (typeof $bytes === "string") return $bytes;
  if (typeof $float === "string") return floatText(Buffer.from($float, "base64").readDoubleLE());
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toCleanJson(item)]));
}

function floatText(value: number): Json {
  return Object.is(value, -0) ? -0 : String(value);
}
