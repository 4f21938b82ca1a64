/** The maximum length of an email address. */
export const longestEmail = 255;

// The pattern: a local part, one "@" and the labels of a host. Separators, quotes and invisible characters are
// excluded.
const name = String.raw`[^\s\p{C}@,;:<>()[\]\\"]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const shape = new RegExp(String.raw`^${name}@${label}(?:\.${label})*$`, "u");

/**
 * The one rule for email addresses from any source. Beyond ASCII it accepts only characters that case folding and
 * Unicode composition leave alone. The Kelvin sign, for example, would become a "k" and turn one person's address into
 * another's.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || !shape.test(text)) return false;
  return Array.from(text).every(isPlain) && text.normalize("NFKC") === text;
}

/** The form in which email addresses are stored and compared: two users never differ in letter case alone. */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isPlain(character: string): boolean {
  if (character <= "\u007f") return true;
  return (
    character.toLowerCase() === character && character.toUpperCase().toLowerCase() === character
  );
}
