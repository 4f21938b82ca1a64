/** Letters that stand for other letters, but are not one of these with a diacritic. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ" },
};
/**
 * The pattern is built at run time: a literal with characters beyond Latin-1 doubles the memory of the whole built
 * code.
 */
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/** A text without case and accents: "Café Ärger" is "cafe arger". */
export function fold(text: string): string {
  // A fast path, because most names are plain ASCII and tens of thousands are folded at once.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(anyPlainLetter, (letter) => plainLetters[letter] ?? letter);
}

/** The folded words of a text: sequences of letters and digits. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The length to which numbers are padded, so that text order is number order. */
const digits = 12;

/** The sort key of a name: it ignores case and accents, and compares numbers as numbers. */
export function nameKey(name: string): string {
  return fold(name).replaceAll(/\d+/g, (number) => number.padStart(digits, "0"));
}
