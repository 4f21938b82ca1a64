/** A replacement in a text: the range from `start` to `end`, and the new text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits to a text; their ranges must not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: other } of edits.toSorted((one, two) => one.start - two.start)) {
    result += text.slice(at, start) + other;
    at = end;
  }
  return result + text.slice(at);
}
