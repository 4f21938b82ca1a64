import { expect } from "@playwright/test";
import { createProject } from "./support/function-client.ts";
import { installedPhone, openServed } from "./support/installed.ts";
import { test } from "./support/test.ts";

test("without a network the menu opens, screens load, and so does the app itself [FIELD-01] [FIELD-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager", installedPhone);
  await createProject(page, { name: "Basement", units: ["1"] });
  await openServed(page, "/my-day", "My Day");

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await page.getByRole("dialog").getByRole("link", { name: "Analytics" }).tap();
  await expect(page.getByRole("heading", { name: "Project Analytics" })).toBeVisible();

  const startedAt = performance.now();
  await page.reload();
  await expect(page.locator("#root > *").first()).toBeVisible();
  const took = performance.now() - startedAt;
  process.stdout.write(`The app opens without a network after ${took.toFixed(0)} ms\n`);
  await expect(page).toHaveTitle(/Turnboard/);
});

test("a screen that does not arrive says so in its place, and comes by itself [FIELD-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/my-day");
  await expect(page.getByRole("heading", { name: "My Day" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.route(/\/assets\/reports/, (route) => route.abort());

  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText("This page could not be loaded yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Dashboard" })).toBeVisible();

  await page.unroute(/\/assets\/reports/);
  await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});
