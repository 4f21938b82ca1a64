import { expect, type Page } from "@playwright/test";
import { companyDomain } from "./host-process.ts";

/** A sample person of the demo provider, or the name of anybody else of the company: a project manager at first. */
export type Person = "admin" | "manager" | "supervisor" | `somebody ${string}`;

export function addressOf(person: Person): string {
  return `${person.replace("somebody ", "")}@${companyDomain}`;
}

/** Signs this page in through the demo provider and waits until the workspace is there. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto(`/api/login?login_hint=${encodeURIComponent(addressOf(person))}`);
  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
}

/** Signs the browser of this page in by requests alone; the page itself stays where it is. */
export async function signInUnseen(page: Pick<Page, "request">, person: Person): Promise<void> {
  const arrival = await page.request.get(
    `/api/login?login_hint=${encodeURIComponent(addressOf(person))}`,
  );
  const { pathname, search } = new URL(arrival.url());
  expect(`${String(arrival.status())} ${pathname}${search}`).toBe("200 /");
}

/** Waits until this page has arrived where the provider asks who is signing in. */
export async function expectProviderPage(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/idp\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}
