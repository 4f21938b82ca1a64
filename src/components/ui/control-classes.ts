/** The shared look of all controls for typing and choosing: input, text area, select, date. */
export const controlClasses =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-muted focus-visible:outline-offset-0 focus-visible:border-accent disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger touch:text-touch";

/** The quieter border of a select outside of a form; its text tells what it is. */
export const quietEdge = "border-line shadow-raised hover:border-line-strong";

/** The height of controls of one line: dense at a desk, 44 px for fingers. */
export const controlHeight = "h-8 touch:h-11";

/**
 * The look of a search field at the head of a dialog or a list. The stand-in that shows while its code loads has the
 * same look.
 */
const searchClasses =
  "min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint touch:text-touch";

/** The line above a list of choices, and the search field in it. */
export const choicesLine = "flex items-center gap-2 border-b border-line px-3";
export const choicesField = `h-10 touch:h-12 ${searchClasses}`;

/** The line and the search field of the palette. The line leaves room for the X of its dialog. */
export const paletteLine = "flex shrink-0 items-center gap-2.5 border-b border-line pr-13 pl-4";
export const paletteField = `h-13 ${searchClasses}`;
