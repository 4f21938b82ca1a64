import { expect, type Page } from "@playwright/test";
import { readProjects } from "./function-client.ts";

/** One state of a screen: the way to reach it, and the part of the page that matters. */
export interface View {
  name: string;
  /** The path; `$projectId` stands for the id of the first project. */
  path: string;
  /** True reloads the page. */
  anew?: true;
  /** The clicks that lead to the state. */
  steps?: (page: Page) => Promise<unknown>;
  /** The selector of the part that matters; by default the whole page. */
  within?: string;
}

/** The selector of a dialog. */
export const dialog = '[role="dialog"]';

/** The selector of the topmost dialog. */
export const upperDialog = '[role="dialog"]:not(:has(~ [role="dialog"]))';

/** The selector of a question to the user. */
export const question = '[role="alertdialog"]';

/** Returns a step that clicks the first button of this name. */
export function click(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name }).first().click();
}

/** Loads a view's page and waits until the view has all of its content. */
export async function openView(page: Page, view: View): Promise<void> {
  await page.goto(await addressOf(page, view));
  await settle(page, view);
}

/**
 * Opens a view without reloading the page. It navigates to an unknown address first, so that nothing of the view before
 * stays open and the content that appears belongs to the new one.
 */
export async function openNextView(page: Page, view: View): Promise<void> {
  const nowhere = page.getByText("Page not found", { exact: true });
  await navigate(page, "/nowhere");
  await expect(nowhere).toBeVisible();
  await navigate(page, await addressOf(page, view));
  await expect(nowhere).toHaveCount(0);
  await settle(page, view);
}

async function settle(page: Page, { steps, within }: View): Promise<void> {
  // A dialog that the address has opened hides the heading from assistive technology.
  const heading = page.getByRole("heading", { level: 1, includeHidden: true });
  await expect(heading.first()).toBeVisible();
  const busy = page.locator('[aria-busy="true"]');
  // A dialog that opens while its page still loads may be closed by the rest of the page.
  await expect(busy).toHaveCount(0);
  await steps?.(page);
  if (within !== undefined) await expect(page.locator(within)).toBeVisible();
  await expect(busy).toHaveCount(0);
}

/** Changes the address as a link of the app does, which the router follows. */
async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((next) => history.pushState(null, "", next), address);
}

async function addressOf(page: Page, { path }: View): Promise<string> {
  if (!path.includes("$projectId")) return path;
  const [project] = await readProjects(page);
  return path.replace("$projectId", project?.id ?? "");
}
