import { expect, type Page } from "@playwright/test";

/** The options of a page whose service worker is installed. */
export const installed = { serviceWorkers: "allow" } as const;
export const installedPhone = {
  ...installed,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Opens a page and waits until the worker has the whole app and serves it. */
export async function openServed(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
