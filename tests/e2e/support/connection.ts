import { expect, type Locator, type Page } from "@playwright/test";

/** The words of the connection in the frame. */
export const word = (page: Page) => page.locator('[data-slot="connection"]:visible');
/** The bar that tells what the connection lacks. */
export const bar = (page: Page) => page.locator('[data-slot="connection-bar"]');

/** Checks that an element begins where another one ends. */
export async function expectBelow(below: Locator, above: Locator): Promise<void> {
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  expect(lower?.y).toBeGreaterThanOrEqual((upper?.y ?? 0) + (upper?.height ?? 0) - 1);
}
