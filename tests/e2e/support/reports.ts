import { expect, type Page } from "@playwright/test";

/** Presses the button of the reports page, and waits for the table. */
export async function generateReport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Generate Report" }).click();
  await expect(page.getByRole("table")).toBeVisible();
}
