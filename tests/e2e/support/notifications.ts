import type { Locator, Page } from "@playwright/test";

/** Returns the notification with this text. */
export function toastOn(page: Page, text: string): Locator {
  return page.locator('[data-slot="toast"]').filter({ hasText: text });
}

/** Records the texts of the page's notifications from its next load on, including very short ones. */
export async function hearToasts(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction("hearToast", (text: string) => heard.push(text));
  await page.addInitScript(() => {
    const { hearToast } = window as unknown as { hearToast: (text: string) => void };
    const tell = () => {
      for (const toast of document.querySelectorAll('[data-slot="toast"]'))
        hearToast(toast.textContent);
    };
    new MutationObserver(tell).observe(document, { childList: true, subtree: true });
  });
  return heard;
}
