import { expect, type Page } from "@playwright/test";
import { readProjects } from "./function-client.ts";

/** One state of the screen: how to get there, and which part of it is meant. */
export interface View {
  name: string;
  /** Its address; `$projectId` stands for the first project. */
  path: string;
  /** True loads the page anew. */
  anew?: true;
  /** The clicks that open a dialog or choose a tab. */
  steps?: (page: Page) => Promise<unknown>;
  /** The part that is looked at; the whole page when left out. */
  within?: string;
}

/** The part of the page that a dialog is. */
export const dialog = '[role="dialog"]';

/** The dialog that stands above another one. */
export const upperDialog = '[role="dialog"]:not(:has(~ [role="dialog"]))';

/** The part of the page that a question is. */
export const question = '[role="alertdialog"]';

/** Clicks the first button of this name, which opens something. */
export function click(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name }).first().click();
}

/** Loads the page anew at a view and waits until it has everything it shows. */
export async function openView(page: Page, view: View): Promise<void> {
  await page.goto(await addressOf(page, view));
  await settle(page, view);
}

/**
 * Opens a view in the page that is loaded already. The way there leads through an unknown address: nothing stays open
 * of the view before, and what is shown afterwards is the new one.
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
  // Behind a dialog that the address has opened, the heading is hidden from assistive technology.
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
