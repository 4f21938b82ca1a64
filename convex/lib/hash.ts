/** The SHA-256 of a text, in hexadecimal. */
export async function sha256Hex(text: string): Promise<string> {
  return await sha256HexOfBytes(new TextEncoder().encode(text));
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function sha256HexOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const rememberedAtMost = 1000;
const hashByText = new Map<string, string>();

/**
 * Like `sha256Hex`, with a cache, for a text that comes with every call: hashing is asynchronous, a cache hit is not.
 */
export async function rememberedSha256Hex(text: string): Promise<string> {
  const known = hashByText.get(text);
  if (known !== undefined) return known;
  const hash = await sha256Hex(text);
  if (hashByText.size >= rememberedAtMost) hashByText.clear();
  hashByText.set(text, hash);
  return hash;
}
