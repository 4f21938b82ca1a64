import { AppError } from "../../lib/errors.ts";
import { contentType, readBytes } from "./readBody.ts";

/** The maximum size of a form in bytes: a photo, its preview and the fields beside them. */
const longestForm = 21 * 1024 * 1024;

/** The maximum number of parts of a form, and the maximum length of a part's head in bytes; no real form comes near. */
const mostParts = 32;
const longestHead = 4096;

const dash = 0x2d;
const lineFeed = 0x0a;
const emptyLine = new TextEncoder().encode("\r\n");

/**
 * The form in a request's body. Its parts are counted before it is parsed: parsing hundreds of thousands of empty parts
 * would block the thread for half a second.
 */
export async function readForm(request: Request): Promise<FormData> {
  if (contentType(request) !== "multipart/form-data")
    throw new AppError("invalid", "Send the photo as multipart/form-data.");
  const boundary = boundaryOf(request.headers.get("Content-Type") ?? "");
  const bytes = new Uint8Array(await (await readBytes(request, longestForm)).arrayBuffer());
  const form = formIn(bytes, boundary);
  // The parser gets the boundary that was counted, in a header of our own, so that it cannot find other parts.
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` };
  try {
    return await new Response(form, { headers }).formData();
  } catch {
    throw invalidForm();
  }
}

function boundaryOf(type: string): string {
  const [, boundary] = /;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*(?:;|$)/i.exec(type) ?? [];
  if (boundary === undefined) throw invalidForm();
  return boundary;
}

/**
 * The bytes from the first delimiter to the last one. What is before and behind them has no meaning (RFC 2046), and the
 * parser refuses it. Throws when the form has too many parts or a part with a long head. It examines each byte once,
 * because a delimiter stands at the start of a line and contains no line break.
 */
function formIn(bytes: Uint8Array<ArrayBuffer>, boundary: string): Uint8Array<ArrayBuffer> {
  const delimiter = new TextEncoder().encode(`--${boundary}`);
  let parts = 0;
  let first = 0;
  for (let line = 0; line < bytes.length; line += 1) {
    if (line > 0 && bytes[line - 1] !== lineFeed) continue;
    if (!startsWith(bytes, delimiter, line)) continue;
    if (parts === 0) first = line;
    const begin = line + delimiter.length;
    const isEnd = bytes[begin] === dash && bytes[begin + 1] === dash;
    if (isEnd) return bytes.subarray(first, begin + 2);
    if (!hasShortHead(bytes, begin)) throw invalidForm();
    parts += 1;
    if (parts > mostParts) throw new AppError("invalid", "The form has too many fields.");
  }
  throw invalidForm();
}

/** True when an empty line ends the head of a part within the maximum length. */
function hasShortHead(bytes: Uint8Array, begin: number): boolean {
  for (let at = begin; at < begin + longestHead; at += 1)
    if (bytes[at] === lineFeed && startsWith(bytes, emptyLine, at + 1)) return true;
  return false;
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array, at: number): boolean {
  let fitting = 0;
  while (fitting < beginning.length && bytes[at + fitting] === beginning[fitting]) fitting += 1;
  return fitting === beginning.length;
}

function invalidForm(): AppError {
  return new AppError("invalid", "The form is not valid multipart/form-data.");
}
