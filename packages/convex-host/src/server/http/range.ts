export type ByteRange = { start: number; end: number };

/** The single range a `Range` header asks for. Null: the whole. Several ranges are not served, as on official Convex. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | null | "unsatisfiable" {
  if (header === undefined || !header.startsWith("bytes=")) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.replaceAll(" ", "")) ?? [];
  if (first === "" && last === "") return "unsatisfiable";
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
