import type { SubmitEvent } from "react";

/** Focuses the first question about another person's change, instead of submitting the form. */
export function askAboutNews(event: SubmitEvent): void {
  event.preventDefault();
  const form = event.currentTarget as HTMLElement;
  form.querySelector<HTMLElement>('[data-slot="field-question"] button')?.focus();
}
