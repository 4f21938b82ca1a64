const controls =
  "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)";

/** Focuses the first control after a notice that stands before the fields of a form; false when there is none. */
export function focusBehind(notice: Element): boolean {
  const form = notice.closest("form");
  const behind = [...(form?.querySelectorAll<HTMLElement>(controls) ?? [])].find(
    (control) =>
      !notice.contains(control) &&
      (notice.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  behind?.focus();
  return behind !== undefined;
}
