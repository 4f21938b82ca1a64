const controls =
  "input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)";

/** Focuses the first control of a form outside of the notices above its fields; false when there is none. */
export function focusFirstField(form: HTMLFormElement | null): boolean {
  const all = [...(form?.querySelectorAll<HTMLElement>(controls) ?? [])];
  const field = all.find((control) => control.closest("[data-slot=notice]") === null);
  field?.focus();
  return field !== undefined;
}

/**
 * Focuses the first field of a form that arrives in an open dialog. Until then the X had the focus, as the only control;
 * a focus elsewhere stays.
 */
export function focusLateForm(form: HTMLFormElement | null): void {
  if (document.activeElement?.getAttribute("data-slot") !== "dialog-close") return;
  if (form?.closest("[data-slot=dialog]")?.contains(document.activeElement) !== true) return;
  focusFirstField(form);
}
