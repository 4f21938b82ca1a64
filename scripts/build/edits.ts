/** The place of a text, and what stands there instead. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A text with these edits, whose places do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: other } of edits.toSorted((one, two) => one.start - two.start)) {
    result += text.slice(at, start) + other;
    at = end;
  }
  return result + text.slice(at);
}
