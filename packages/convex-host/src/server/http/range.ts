import type { IncomingMessage } from "node:http";

export type ByteRange = { start: number; end: number };

/**
 * The single range of a file that a request asks for; null for the whole file, as for any other method and unit (RFC
 * 9110, 14.2). Several ranges, and malformed ones, are unsatisfiable, as on official Convex.
 */
export function parseRange(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const header = headers.range?.replaceAll(" ", "");
  // An empty file has no byte that a range could name, so it is sent whole.
  if (size === 0) return null;
  if (method !== "GET" || header === undefined || !/^bytes=/i.test(header)) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === "" && last === "") return "unsatisfiable";
  const isEnd = first === "";
  const start = isEnd ? Math.max(0, size - Number(last)) : Number(first);
  const end = isEnd || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
