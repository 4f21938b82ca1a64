import type { Author } from "../device/earlier-account.ts";
import { listOf, number, objectOf, orNull, type Shape, text } from "../shape.ts";
import type { NamedText } from "./drafts.ts";

/** An unsaved text on the device, with the person who typed it. */
export interface KeptText extends Author {
  key: string;
  text: string;
  /** The saved text at the start of the edit. */
  base?: string | undefined;
  /** The named texts that make it up; left out by earlier versions of the app. */
  parts?: readonly NamedText[] | undefined;
  /** The page that wrote it; left out by earlier versions of the app. */
  page?: string | undefined;
  /** The time of the last change, in ms since the epoch. */
  at: number;
}

/** A row of another shape is skipped, and does not affect the others. */
export const keptText: Shape<KeptText> = objectOf(
  { by: text, key: text, text, at: number },
  {
    ...{ email: orNull(text), name: text, base: text, page: text },
    parts: listOf(objectOf({ name: text, text })),
  },
);
