/**
 * A text without the slashes at its end. A regular expression would search from each slash of the text, and an
 * unverified token may have as many as its sender likes.
 */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
