import { newRequestKey } from "../request-key.ts";
import { isOfForm, joined, openingOf } from "./drafts.ts";
import { handedOver } from "./handed-over.ts";
import type { KeptText } from "./kept-text.ts";

/** A text of the device as a page takes it. */
export type Recalled = Pick<KeptText, "text" | "base"> & { name?: string | undefined };

/** The text without the parts that the outbox has; undefined when it has all of them. */
export function withoutHandedOver({ key, text, base, parts = [] }: KeptText): Recalled | undefined {
  if (isOfForm(key)) return handedOver.has(openingOf(key)) ? undefined : { text, base };
  const left = parts.filter(({ name }) => !handedOver.has(name));
  const name = left.at(-1)?.name;
  if (left.length === parts.length) return { text, base, name };
  return left.length === 0 ? undefined : { text: joined(left), base, name };
}

/**
 * The paragraphs of a text that another one lacks, compared by whole lines, because a word may be part of a longer one.
 * Two pages that merge the same texts get the same paragraphs.
 */
export function missingIn(here: string, text: string): string {
  const lines = inLines(here);
  const missing = text
    .split("\n\n")
    .filter((paragraph) => paragraph.trim() !== "" && !lines.includes(inLines(paragraph)));
  return missing.join("\n\n");
}

/**
 * The text with the paragraphs of another one before it; of a form, the text alone, whose values are the last ones. No
 * page has written the two, so that none replaces them unseen.
 */
export function withOther(own: KeptText, other: Pick<KeptText, "text">): KeptText {
  const missing = isOfForm(own.key) ? "" : missingIn(own.text, other.text);
  if (missing === "") return own;
  const named = own.parts ?? [{ name: newRequestKey(), text: own.text }];
  const parts = [{ name: newRequestKey(), text: missing }, ...named];
  return { ...own, text: joined(parts), parts, page: undefined };
}

/** The lines between line breaks, without the spaces that a merge may remove. */
function inLines(text: string): string {
  return `\n${text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")}\n`;
}
