/** A new idempotency key for one creation: sending it again returns the first result. */
export function newRequestKey(): string {
  // `randomUUID` is not used, because it is missing on pages without https.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
