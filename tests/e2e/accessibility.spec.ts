import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const dialog = '[role="dialog"]';
const pages = [
  "/",
  "/projects",
  "/units",
  "/team",
  "/team-management",
  "/user-management",
  "/time-tracking",
  "/analytics",
  "/reports",
];

async function heading(page: Page) {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test("signed-out pages are accessible", async ({ page }) => {
  for (const path of ["/", "/auth-troubleshoot"]) {
    await page.goto(path);
    await heading(page);
    await expectAccessible(page);
  }
});

test("every page is accessible", async ({ openAs }) => {
  test.slow();
  const page = await openAs("admin");
  for (const path of pages) {
    await page.goto(path);
    await heading(page);
    await expectAccessible(page);
  }
});

test("the dialogs of a project are accessible", async ({ openAs }) => {
  const page = await openAs("admin");
  for (const name of ["Create Project", /^\d+ members?$/, "Assign Tasks to All Units"]) {
    await page.goto("/projects");
    await page.getByRole("button", { name }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, dialog);
  }
});

test("the dialogs of a unit are accessible", async ({ openAs }) => {
  test.slow();
  const page = await openAs("admin");
  await page.goto("/projects");
  await page.getByRole("link", { name: "View Units" }).first().click();
  await page.getByRole("button", { name: "View Details" }).first().click();
  for (const tab of ["Tasks", "Photos", "Notes"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page, dialog);
  }
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Assign Tasks", exact: true }).first().click();
  await expect(page.getByRole("dialog").getByRole("checkbox").first()).toBeVisible();
  await expectAccessible(page, dialog);
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /^Delete / })
    .first()
    .click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, '[role="alertdialog"]');
});
