import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject, readTasks, readUnits } from "./function-client.ts";

/** The text that tells the state of the connection. */
export const status = (page: Page) => page.locator('[data-slot="connection"]:visible');
/** The dialog of the unit "A1". */
export const unitDialog = (page: Page) => page.getByRole("dialog", { name: "A1" });
/** A task of that unit, by its place. */
export const task = (page: Page, at: number) => unitDialog(page).getByRole("listitem").nth(at);

/** Creates a project whose units have two tasks each. Returns the id and the address of the first unit. */
export async function createUnit(
  page: Page,
  name: string,
  units = ["A1"],
): Promise<{ id: string; address: string }> {
  const project = await createProject(page, { name, units });
  await assignTasks(page, project.id, 2);
  const [unit] = await readUnits(page, project.id);
  const id = unit?.id ?? "";
  return { id, address: `/projects/${project.id}/units?unit=${id}` };
}

/** Opens the dialog of a unit with two tasks, live. */
export async function openUnit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(unitDialog(page).getByRole("heading", { level: 3 })).toHaveCount(2);
  await expect(status(page)).toHaveText("Live");
}

/** Completes a task without a network. */
export async function complete(page: Page, at: number): Promise<void> {
  await task(page, at).getByRole("button", { name: "Completed" }).click();
  await expect(task(page, at).getByText("not sent yet")).toBeAttached();
}

/** Writes a note in the open dialog. */
export async function addNote(page: Page, text: string): Promise<void> {
  await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
  await unitDialog(page).getByLabel("New note").fill(text);
  await unitDialog(page).getByRole("button", { name: "Add Note" }).click();
  await expect(unitDialog(page).getByText(text)).toBeVisible();
}

/** The states of the tasks of a unit, as the server has them. */
export const states = async (page: Page, unitId: string) =>
  (await readTasks(page, unitId)).map(({ status: is }) => is);
