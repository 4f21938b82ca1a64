/** True for field values that are stored alike: spaces around a text do not count, and an empty text equals null. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(stored(one)) === JSON.stringify(stored(other));
}

function stored(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  const text = value.trim();
  return text === "" ? null : text;
}
