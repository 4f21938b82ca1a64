import type { Json } from "./json.ts";
import { valueLimits } from "./value-limits.ts";

/**
 * The reason why the text of an encoded value is not a Convex value; null when it is one. Convex's encoder wrote the
 * text. It checks kinds and names, but neither sizes nor unpaired surrogates.
 */
export function valueFault(text: string, value: Json): string | null {
  // JSON.stringify escapes exactly the unpaired surrogates.
  if (text.includes("\\ud") && hasHalf(value)) {
    return "String contains half of a surrogate pair, which is not Unicode text";
  }
  return sizeFault(value, 0);
}

function hasHalf(value: Json): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasHalf);
}

function sizeFault(value: Json, depth: number): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { arrayElements, objectFields, valueNesting } = valueLimits;
  if (depth === valueNesting) {
    return `Value is too nested (nested ${depth + 1} levels deep > maximum nesting ${valueNesting})`;
  }
  if (Array.isArray(value)) {
    if (value.length > arrayElements) {
      return `Array length is too long (${value.length} > maximum length ${arrayElements})`;
    }
    return firstFault(value, depth);
  }
  const members = Object.values(value);
  if (members.length > objectFields) {
    return `Object has too many fields (${members.length} > maximum number ${objectFields})`;
  }
  return firstFault(members, depth);
}

function firstFault(members: readonly (Json | undefined)[], depth: number): string | null {
  for (const member of members) {
    if (typeof member !== "object" || member === null) continue;
    const fault = sizeFault(member, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}
