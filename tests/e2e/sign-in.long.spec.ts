import { expect } from "@playwright/test";
import { signIn } from "./support/people.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

test("no page has a password field [AUTH-05]", async ({ page }) => {
  for (const path of ["/", "/auth-troubleshoot"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("input[type=password]")).toHaveCount(0);
  }
  await signIn(page, "admin");
  for (const path of ["/", "/projects", "/user-management"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("input[type=password]")).toHaveCount(0);
  }
});
