import type { Locator, Page } from "@playwright/test";

/** The notification on this page that says so. */
export function toastOn(page: Page, text: string): Locator {
  return page.locator('[data-slot="toast"]').filter({ hasText: text });
}
