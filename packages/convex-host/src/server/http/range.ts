import type { IncomingMessage } from "node:http";

export type ByteRange = { start: number; end: number };

/**
 * The single range of a file that a request asks for. Null: the whole, as for any other method and unit (RFC 9110, 14.2).
 * Several ranges are not served, and neither is what is no range, as on official Convex.
 */
export function parseRange(
  { method, headers }: Pick<IncomingMessage, "method" | "headers">,
  size: number,
): ByteRange | null | "unsatisfiable" {
  const header = headers.range?.replaceAll(" ", "");
  // No range could name a byte of a file without any: all of it is nothing.
  if (size === 0) return null;
  if (method !== "GET" || header === undefined || !/^bytes=/i.test(header)) return null;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === "" && last === "") return "unsatisfiable";
  const isEnd = first === "";
  const start = isEnd ? Math.max(0, size - Number(last)) : Number(first);
  const end = isEnd || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}
