import { whenUsed } from "./when-used.ts";

/** A format of dates in the browser's own language and zone, which is made when it is first used. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return whenUsed(() => new Intl.DateTimeFormat(undefined, options));
}
