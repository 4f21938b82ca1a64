import type { SubmitEvent } from "react";

/** Leads to the first question about what another person has changed, instead of submitting the form. */
export function askAboutNews(event: SubmitEvent): void {
  event.preventDefault();
  const form = event.currentTarget as HTMLElement;
  form.querySelector<HTMLElement>('[data-slot="field-question"] button')?.focus();
}
