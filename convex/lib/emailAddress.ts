/** The longest email address that is taken. */
export const longestEmail = 255;

// A name, one "@" and the labels of a host; nothing that separates, quotes or hides.
const name = String.raw`[^\s\p{C}@,;:<>()[\]\\"]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const shape = new RegExp(String.raw`^${name}@${label}(?:\.${label})*$`, "u");

/**
 * The one rule for email addresses, wherever they come from. Beyond ASCII nothing is taken that folding case or composing
 * changes: the Kelvin sign would become a "k", and an address of one person that of another.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || !shape.test(text)) return false;
  return Array.from(text).every(isPlain) && text.normalize("NFKC") === text;
}

/** The form in which addresses are stored and compared: letter case never tells two users apart. */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isPlain(character: string): boolean {
  if (character <= "\u007f") return true;
  return (
    character.toLowerCase() === character && character.toUpperCase().toLowerCase() === character
  );
}
