/** The caption of one of several files: the text and its number, or the text alone when it is the only one. */
export function captionOf(
  text: string,
  { index, total }: { index: number; total: number },
): string | null {
  const number = total === 1 ? "" : `(${String(index + 1)}/${String(total)})`;
  const caption = `${text.trim()} ${number}`.trim();
  return caption === "" ? null : caption;
}
