import { expect } from "@playwright/test";
import { addressOf, expectProviderPage, signIn } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

test("the landing page leads to the troubleshooting page [AUTH-04] [AUTH-09]", async ({ page }) => {
  await page.goto("/");
  await page.getByText("Troubleshoot Login Issues").click();

  await expect(page).toHaveURL(/\/auth-troubleshoot$/);
  await expect(
    page.getByText("Unable to process request due to missing initial state"),
  ).toBeVisible();
});

test("the page explains the error and what to try by hand [AUTH-19] [AUTH-22]", async ({
  page,
}) => {
  await page.goto("/auth-troubleshoot");

  await expect(page.getByText(/session storage/i).first()).toBeVisible();
  for (const step of [/site data/i, /ad ?blocker/i, /private/i, /Prevent cross-site tracking/i]) {
    await expect(page.getByText(step).first()).toBeVisible();
  }
  await expect(page.getByText(/(another|different) browser/i).first()).toBeVisible();
});

test("clearing all data empties both storages and starts a new sign-in [AUTH-20]", async ({
  page,
}) => {
  await page.goto("/auth-troubleshoot");
  await page.evaluate(() => {
    localStorage.setItem("left", "over");
    sessionStorage.setItem("left", "over");
  });
  const retry = page.waitForRequest((request) => request.url().endsWith("/api/login/retry"));

  await page.getByRole("button", { name: "Clear All Data & Retry Login" }).click();

  expect((await retry).isNavigationRequest()).toBe(true);
  await expectProviderPage(page);
  await page.goto("/auth-troubleshoot");
  const left = await page.evaluate(() => [
    localStorage.getItem("left"),
    sessionStorage.getItem("left"),
  ]);
  expect(left).toEqual([null, null]);
});

test("the direct way leads to the sign-in address [AUTH-21]", async ({ page }) => {
  await page.goto("/auth-troubleshoot");
  const login = page.waitForRequest((request) => request.url().endsWith("/api/login"));

  await page.getByText("Try Direct Login").click();

  expect((await login).isNavigationRequest()).toBe(true);
  await expectProviderPage(page);
});

test("the debug card shows the session and refreshes [AUTH-23] [AUTH-24] [AUTH-25] [AUTH-26] [AUTH-27] [AUTH-28]", async ({
  page,
}) => {
  await signIn(page, "admin");
  await page.goto("/auth-troubleshoot");
  const agent = await page.evaluate(() => navigator.userAgent);

  await expect(page.getByText("Debug Information")).toBeVisible();
  await expect(page.getByText(addressOf("admin")).first()).toBeVisible();
  await expect(page.getByText(agent.slice(0, 60), { exact: true })).toBeVisible();

  await expect(page.getByText(new URL(page.url()).host, { exact: true })).toBeVisible();
  await expect(page.getByText("Cookies", { exact: true })).toBeVisible();
  await page.getByText("Raw data").click();
  await expect(page.getByText('"isAuthenticated": true')).toBeVisible();

  const read = page.waitForResponse((response) => response.url().endsWith("/api/auth/debug"));
  await page.getByRole("button", { name: "Refresh" }).click();
  expect((await read).status()).toBe(200);
});

test("a failed debug read says so on the card and on the console [AUTH-29]", async ({ page }) => {
  await page.route("**/api/auth/debug", (route) => route.fulfill({ status: 500, body: "no" }));
  const logged = page.waitForEvent("console", (message) =>
    message.text().includes("Failed to fetch debug info"),
  );

  await page.goto("/auth-troubleshoot");

  await expect(page.getByText("Failed to fetch debug info")).toBeVisible();
  await logged;
});
