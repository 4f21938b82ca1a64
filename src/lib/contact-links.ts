/** The `mailto:` link for an email address. Typed text cannot add recipients, a subject or a body to it. */
export function mailLink(email: string): string {
  const at = email.lastIndexOf("@");
  const parts = at === -1 ? [email] : [email.slice(0, at), email.slice(at + 1)];
  return `mailto:${parts.map(encode).join("@")}`;
}

/**
 * The `tel:` link for a phone number: the characters that phones dial, and its extension, which they dial after a
 * pause.
 */
export function phoneLink(phone: string): string {
  const [, number = "", extension] = /^(.*?)(?:\s*(?:x|ext\.?)\s*(\d+)\s*)?$/is.exec(phone) ?? [];
  const dialled = encode(number.replaceAll(/[^\d+*#,;]/g, "")).replaceAll("%2B", "+");
  return `tel:${dialled}${extension === undefined ? "" : `;ext=${extension}`}`;
}

/** A text as one part of an address; lone surrogates are replaced, because they cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}
