import { expect, type Page } from "@playwright/test";
import { assignTasks, createProject, readTasks, readUnits } from "./support/function-client.ts";
import { keptKeys } from "./support/kept.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const status = (page: Page) => page.locator('[data-slot="connection"]').first();
const unitDialog = (page: Page) => page.getByRole("dialog", { name: "A1" });

test("ticks and a note made without a network outlive their tab, and arrive once with their time [FIELD-03] [FIELD-04] [FIELD-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await createProject(page, { name: "Basement House", units: ["A1"] });
  await assignTasks(page, id, 2);
  const [unit] = await readUnits(page, id);
  const unitId = unit?.id ?? "";
  const address = `/projects/${id}/units?unit=${unitId}`;
  await page.goto(address);
  await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
  await expect(unitDialog(page).getByText("No notes yet")).toBeVisible();
  await unitDialog(page).getByRole("tab", { name: "Tasks" }).click();
  await expect(unitDialog(page).getByRole("heading", { level: 3 })).toHaveCount(2);

  await page.context().setOffline(true);
  for (const name of await unitDialog(page).getByRole("heading", { level: 3 }).allTextContents()) {
    const task = unitDialog(page).getByRole("listitem", { name });
    await task.getByRole("button", { name: "Completed" }).click();
    await expect(task.getByText("not sent yet")).toBeAttached();
  }
  await unitDialog(page).getByRole("tab", { name: "Notes" }).click();
  await unitDialog(page).getByLabel("New note").fill("Mind the step");
  await unitDialog(page).getByRole("button", { name: "Add Note" }).click();
  await expect(unitDialog(page).getByText("Mind the step")).toBeVisible();
  await expect(page.getByText("Offline, 3 waiting").first()).toBeAttached();
  const madeBefore = Date.now();
  expect((await readTasks(page, unitId)).map(({ status: is }) => is)).not.toContain("completed");

  const next = await page.context().newPage();
  await page.close();
  await page.context().setOffline(false);
  await next.goto(address);
  await unitDialog(next).getByRole("tab", { name: "Notes" }).click();
  await expect(unitDialog(next).getByText("Mind the step")).toHaveCount(1);
  await expect(status(next)).toHaveText("Live");
  await expect
    .poll(async () => (await readTasks(next, unitId)).map(({ status: is }) => is))
    .toEqual(["completed", "completed"]);
  const tasks = await readTasks(next, unitId);
  for (const { completionDate } of tasks)
    expect(Date.parse(completionDate ?? "")).toBeLessThanOrEqual(madeBefore);
});

test("after a reload without a network what waits is on its unit, on the unit's card and in the list of what waits [FIELD-02] [FIELD-04] [UNIT-04]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor", { serviceWorkers: "allow" });
  const manager = await openAs("manager");
  const { id } = await createProject(manager, { name: "Reload House", units: ["A1"] });
  await assignTasks(manager, id, 2);
  const [unit] = await readUnits(manager, id);
  const unitId = unit?.id ?? "";
  await page.goto(`/projects/${id}/units?unit=${unitId}`);
  const tasks = unitDialog(page).getByRole("listitem");
  await expect(tasks).toHaveCount(2);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const names = async () => (await keptKeys(page)).map((key) => key.split(" ")[0]);
  await expect.poll(names).toEqual(expect.arrayContaining(["tasks:list", "units:list"]));

  await page.context().setOffline(true);
  await tasks.first().getByRole("button", { name: "Completed" }).click();
  await expect(tasks.first().getByText("not sent yet")).toBeAttached();
  await page.reload();
  await expect(tasks.first().getByText("not sent yet")).toBeAttached();
  await expect(unitDialog(page).getByText("1 of 2 tasks complete")).toBeVisible();

  await page.keyboard.press("Escape");
  await page.reload();
  const progress = page.getByRole("progressbar", { name: "Task progress of A1" });
  await expect(progress).toHaveAttribute("aria-valuenow", "50");
  await page
    .getByRole("button", { name: /1 waiting/ })
    .first()
    .click();
  const waiting = page.getByRole("dialog", { name: "Not sent yet" });
  await expect(waiting.getByRole("listitem", { name: /A1: Completed/ })).toBeVisible();
  await page.keyboard.press("Escape");
  expect((await readTasks(manager, unitId)).map(({ status: is }) => is)).not.toContain("completed");

  await page.context().setOffline(false);
  await expect(status(page)).toHaveText("Live");
  const stored = async () => (await readTasks(manager, unitId)).map(({ status: is }) => is);
  await expect.poll(stored).toEqual(["completed", "not_started"]);
  await expect(progress).toHaveAttribute("aria-valuenow", "50");
});
