import { whenUsed } from "./when-used.ts";

/** A date format in the browser's own language and time zone; it is created on first use. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return whenUsed(() => new Intl.DateTimeFormat(undefined, options));
}
