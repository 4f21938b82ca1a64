import { expect, type Page } from "@playwright/test";
import { companyDomain } from "./host-process.ts";

/** The sample people of the demo provider who may use the workspace. */
export type Person = "admin" | "manager" | "supervisor";

export function addressOf(person: Person): string {
  return `${person}@${companyDomain}`;
}

/** Signs this page in through the demo provider and waits until the workspace is there. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto(`/api/login?login_hint=${encodeURIComponent(addressOf(person))}`);
  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
}

/** Waits until this page has arrived where the provider asks who is signing in. */
export async function expectProviderPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/idp\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
