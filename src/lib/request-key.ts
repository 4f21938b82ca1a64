/** A fresh key that names one creation, so that sending it again answers with the first result. */
export function newRequestKey(): string {
  // Not randomUUID: that one is missing on pages served without https.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
