/** A ref for the content that replaces a pressed button: it takes the focus that was lost with the button. */
export function takeLostFocus(content: HTMLElement | null): void {
  if (document.activeElement === document.body) content?.focus({ preventScroll: true });
}
