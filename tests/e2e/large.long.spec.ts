import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { createProject, deleteUnits, readUnits } from "./support/function-client.ts";
import { realFile } from "./support/image-files.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "templates" });

test("all tasks go to 500 units in steps that can be left, stopped and ended [ASSIGN-10] [ASSIGN-16] [LIMIT-09] [OP-56]", async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs("manager");
  const units = Array.from({ length: 500 }, (_, at) => `Unit ${at + 1}`);
  await createProject(page, { name: "Tower House", units });
  await page.goto("/projects");
  const card = page.getByRole("listitem").filter({ hasText: "Tower House" });
  await card.getByRole("button", { name: "Assign Tasks to All Units" }).click();
  const dialog = page.getByRole("dialog", { name: "Assign Tasks" });
  await dialog.getByRole("checkbox", { name: /^Select All Tasks/ }).click();
  await dialog.getByRole("button", { name: /^Assign \d+ Tasks$/ }).click();
  await expect(dialog.getByText(/^[1-9]\d* of \d+ tasks assigned/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  const work = page.getByRole("list", { name: "Work in progress" });
  await expect(work).toContainText("Assigning tasks to Tower House");
  await work.getByRole("button").click();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(dialog.getByRole("button", { name: /^Assign \d+ Tasks$/ })).toBeEnabled();
  await expect(work).toHaveCount(0);
});

test("500 deleted units with very long names are read in pages, on a phone too [TRASH-01]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const long = "Wisteria".repeat(25);
  const units = Array.from({ length: 500 }, (_, index) => `${String(index)} ${long}`);
  const { id } = await createProject(manager, { name: `Court ${long}`, units });
  const ids = (await readUnits(manager, id)).map((unit) => unit.id);
  await deleteUnits(manager, ids);
  await manager.setViewportSize({ width: 390, height: 800 });
  await manager.goto(`/trash?project=${id}`);

  await expect(manager.getByRole("listitem")).not.toHaveCount(0);
  await expectNoSidewaysScroll(manager);
  await expectAccessible(manager);
  const more = manager.getByRole("button", { name: "Show Earlier Deletions" });
  while (await more.isVisible()) {
    const count = await manager.getByRole("listitem").count();
    await more.focus();
    await manager.keyboard.press("Enter");
    await expect.poll(() => manager.getByRole("listitem").count()).toBeGreaterThan(count);
  }
  await expect(manager.getByRole("button", { name: /^Restore / })).toHaveCount(500);
  await expectNoSidewaysScroll(manager);

  // The oldest one is the last.
  await manager
    .getByRole("button", { name: /^Restore / })
    .last()
    .focus();
  await manager.keyboard.press("Enter");
  await expect(manager.getByRole("button", { name: /^Restore / })).toHaveCount(499);
});

test("300 files are sent while the dialog is closed, the page is used and some are cancelled [PHOTO-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const work = page.getByRole("list", { name: "Work in progress" });
  const address = await createUnitTab(page, "Many House", "photos");
  const dialog = await openUnitTab(page, address);
  const { mimeType, buffer } = realFile("plain.webp");
  const files = Array.from({ length: 300 }, (_, at) => ({
    ...{ name: `${at}.webp`, mimeType },
    // The files differ, because the app asks before it uploads the same file twice.
    buffer: Buffer.concat([buffer, Buffer.from(String(at))]),
  }));
  await dialog.getByLabel("Files for Before Photos").setInputFiles(files);
  await expect(dialog.getByRole("button", { name: "Upload 300 Photos" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(work).toContainText("300 photos not uploaded yet");
  await work.getByRole("button", { name: "300 photos not uploaded yet", exact: true }).click();
  await dialog.getByRole("button", { name: "Upload 300 Photos" }).click();
  await dialog.getByRole("tab", { name: "Notes" }).click();
  await dialog.getByLabel("New note").fill("Meanwhile");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Projects", exact: true }).click();
  await expect(work).toContainText(/Uploading photo \d+ of 300/);

  await work.getByRole("button").click();
  await expect(dialog.getByRole("button", { name: "Open 0.webp" })).toBeVisible();
  await dialog.getByRole("button", { name: /^Cancel \d+ uploads$/ }).click();
  await expect(dialog.getByRole("list", { name: "Uploads" })).toHaveCount(0);
  await expect(work).toHaveCount(0);
});
