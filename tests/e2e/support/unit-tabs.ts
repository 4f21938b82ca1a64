import { expect, type Page } from "@playwright/test";
import { createProject, readUnits } from "./function-client.ts";

/** The address of a tab of the first unit of a new project. */
export async function createUnitTab(page: Page, name: string, tab: "photos" | "notes") {
  const { id } = await createProject(page, { name, units: ["A1"] });
  const [unit] = await readUnits(page, id);
  return `/projects/${id}/units?unit=${unit?.id ?? ""}&tab=${tab}`;
}

/** Opens a tab of a unit and waits until its content is there. */
export async function openUnitTab(page: Page, address: string) {
  await page.goto(address);
  const dialog = page.getByRole("dialog", { name: "A1" });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0);
  await waitForOutbox(page);
  return dialog;
}

/**
 * The outbox, which stores a person's changes, loads after the first answers. Without a service worker, the tests must
 * not cut the connection before that.
 */
async function waitForOutbox(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/outbox-")),
  );
}
