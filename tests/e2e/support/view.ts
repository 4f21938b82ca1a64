import { expect, type Page } from "@playwright/test";
import { readProjects } from "./function-client.ts";

/** One state of the screen: how to get there, and which part of it is meant. */
export interface View {
  name: string;
  /** Its address; `$projectId` stands for the first project. */
  path: string;
  /** What to do there: the clicks that open a dialog or choose a tab. */
  steps?: (page: Page) => Promise<unknown>;
  /** The part that is looked at; the whole page when left out. */
  within?: string;
}

/** The part of the page that a dialog is. */
export const dialog = '[role="dialog"]';

/** The part of the page that a question is. */
export const question = '[role="alertdialog"]';

/** Clicks the first button of this name, which opens something. */
export function click(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name }).first().click();
}

/** Opens a view and waits until it has everything it shows. */
export async function openView(page: Page, { path, steps, within }: View): Promise<void> {
  await page.goto(path.includes("$projectId") ? await withFirstProject(page, path) : path);
  // Behind a dialog that the address has opened, the heading is hidden from assistive technology.
  const heading = page.getByRole("heading", { level: 1, includeHidden: true });
  await expect(heading.first()).toBeVisible();
  const busy = page.locator('[aria-busy="true"]');
  // What opens while its page is still coming may be closed again by what comes.
  await expect(busy).toHaveCount(0);
  await steps?.(page);
  if (within !== undefined) await expect(page.locator(within)).toBeVisible();
  await expect(busy).toHaveCount(0);
}

async function withFirstProject(page: Page, path: string): Promise<string> {
  const [project] = await readProjects(page);
  return path.replace("$projectId", project?.id ?? "");
}
