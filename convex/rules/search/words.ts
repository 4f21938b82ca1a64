/** Letters that stand for others and are not one of these with a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ" },
};
/** Made of the letters, because a sign beyond Latin-1 in the built code doubles the memory of all of it. */
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** A text without case and accents: "Café Ärger" is "cafe arger". */
export function fold(text: string): string {
  // Most names are plain, and tens of thousands are folded at once.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(anyPlainLetter, (letter) => plainLetters[letter] ?? letter);
}

/** The words of a text, folded: letters and digits in a row. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The digits to which numbers are filled up, so that texts in their order are numbers in theirs. */
const digits = 12;

/** A text by whose order names are sorted: case and accents do not matter, and numbers compare as numbers. */
export function nameKey(name: string): string {
  return fold(name).replaceAll(/\d+/g, (number) => number.padStart(digits, "0"));
}
