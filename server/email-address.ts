const longestEmail = 255;

// A name, one "@" and the labels of a host; nothing that separates, quotes or hides.
const name = String.raw`[^\s\p{C}@,;:<>()[\]\\"]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
const shape = new RegExp(String.raw`^${name}@${label}(?:\.${label})*$`, "u");

/**
 * The app's rule for email addresses, for settings and the people of the demo provider; a test holds the two equal.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > longestEmail || !shape.test(text)) return false;
  return Array.from(text).every(isPlain) && text.normalize("NFKC") === text;
}

function isPlain(character: string): boolean {
  if (character <= "\u007f") return true;
  return (
    character.toLowerCase() === character && character.toUpperCase().toLowerCase() === character
  );
}
