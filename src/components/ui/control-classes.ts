/** The shared look of everything one types or picks in: input, text area, select, date. */
export const controlClasses =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-2.5 text-base text-ink transition-colors placeholder:text-ink-faint hover:border-ink-muted focus-visible:outline-offset-0 focus-visible:border-accent disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger touch:text-touch";

/** The quieter edge of a picker that does not stand in a form; its text tells what it is. */
export const quietEdge = "border-line shadow-raised hover:border-line-strong";

/** The height of controls of one line: dense at a desk, 44 px for fingers. */
export const controlHeight = "h-8 touch:h-11";
