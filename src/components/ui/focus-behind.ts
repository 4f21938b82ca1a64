const controls =
  "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)";

/** Focuses the first control after a notice that stands before the fields of a form; false when there is none. */
export function focusBehind(notice: Element): boolean {
  const form = notice.closest("form");
  const behind = controlsOf(form).find(
    (control) =>
      !notice.contains(control) &&
      (notice.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  behind?.focus();
  return behind !== undefined;
}

/**
 * Focuses the first field of a form that arrives in an open dialog. Until then the X had the focus, as the only control;
 * a focus elsewhere stays.
 */
export function focusLateForm(form: HTMLFormElement | null): void {
  if (document.activeElement?.getAttribute("data-slot") !== "dialog-close") return;
  if (form?.closest("[data-slot=dialog]")?.contains(document.activeElement) !== true) return;
  controlsOf(form)
    .find((control) => control.closest("[data-slot=notice]") === null)
    ?.focus();
}

function controlsOf(form: HTMLFormElement | null): HTMLElement[] {
  return [...(form?.querySelectorAll<HTMLElement>(controls) ?? [])];
}
