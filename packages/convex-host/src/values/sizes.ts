import { bytesValueOf, kindOf } from "./encoded.ts";
import type { Json, JsonObject } from "./json.ts";

/** The size of an encoded value as Convex counts it against every byte limit. */
export function valueSize(value: Json | undefined): number {
  switch (kindOf(value)) {
    case "undefined":
      return 0;
    case "null":
    case "boolean":
      return 1;
    case "int64":
    case "float64":
      return 9;
    case "string":
      return 2 + Buffer.byteLength(value as string);
    case "bytes":
      return 2 + bytesValueOf(value as Json).length;
    case "array":
      return (value as Json[]).reduce<number>((size, element) => size + valueSize(element), 2);
    case "object":
      return objectSize(value as JsonObject);
  }
}

/** A byte count as the official messages print it: "16 MiB", "1.05 MiB". */
export function formatBytes(bytes: number): string {
  const scales = ["B", "KiB", "MiB", "GiB"];
  let amount = bytes;
  let scale = 0;
  while (amount >= 1024 && scale < scales.length - 1) {
    amount /= 1024;
    scale += 1;
  }
  return `${Number(amount.toFixed(2))} ${scales[scale]}`;
}

function objectSize(value: JsonObject): number {
  let size = 2;
  for (const name of Object.keys(value)) {
    const field = value[name];
    if (kindOf(field) === "undefined") continue;
    size += Buffer.byteLength(name) + 1 + valueSize(field);
  }
  return size;
}
