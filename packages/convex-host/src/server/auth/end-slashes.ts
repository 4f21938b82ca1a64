/**
 * A text without the slashes at its end. An expression would look for them from each slash of the text on, and a token that nobody
 * has verified has as many as its sender likes.
 */
export function withoutEndSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
