import { expect, type Page } from "@playwright/test";
import { companyDomain } from "./host-process.ts";

/** A sample person of the demo provider, or any other name in the company, which gets the role of a project manager. */
export type Person = "admin" | "manager" | "supervisor" | `somebody ${string}`;

export function addressOf(person: Person): string {
  return `${person.replace("somebody ", "")}@${companyDomain}`;
}

/** Signs this page in through the demo provider and waits until the workspace is there. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto(`/api/login?login_hint=${encodeURIComponent(addressOf(person))}`);
  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
}

/** Signs the page's browser in by requests alone, without a navigation. */
export async function signInUnseen(page: Pick<Page, "request">, person: Person): Promise<void> {
  const arrival = await page.request.get(
    `/api/login?login_hint=${encodeURIComponent(addressOf(person))}`,
  );
  const { pathname, search } = new URL(arrival.url());
  expect(`${String(arrival.status())} ${pathname}${search}`).toBe("200 /");
}

/** Waits until the page shows the provider's sign-in form. */
export async function expectProviderPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/idp\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
