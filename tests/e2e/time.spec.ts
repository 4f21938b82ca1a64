import { expect } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";
import { cellOf, createTimesheet, figures, openTimesheet, week } from "./support/timesheet.ts";

test.use({ seed: "templates" });

test("an entry lives from its recording to its end, seen by another [TIME-07] [TIME-09] [TIME-18] [TOAST-22]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const admin = await openAs("admin");
  const address = `${await createTimesheet(manager, "Time House")}?week=${week}`;
  await openTimesheet(manager, address);
  await openTimesheet(admin, address);

  await cellOf(manager, "Adams", 2).click();
  const adding = manager.getByRole("dialog", { name: "Add Time Entry" });
  await expect(adding.getByRole("combobox", { name: /Team Member/ })).toContainText("Crew Adams");
  await adding.getByRole("combobox", { name: "Unit" }).click();
  await manager.getByRole("option", { name: "102" }).click();
  await adding.getByRole("button", { name: "Add Time Entry" }).click();
  await expect(toastOn(manager, "Time entry created successfully")).toBeVisible();
  await expect(cellOf(admin, "Adams", 2)).toContainText("8.0");
  await expect(cellOf(admin, "Adams", 2)).toContainText("102");
  await expect(figures(admin)).toHaveText(["2", "1", "8.0"]);

  await cellOf(admin, "Adams", 2).click({ button: "right" });
  const editing = admin.getByRole("dialog", { name: "Edit Time Entry" });
  await editing.getByLabel("End Time").fill("");
  await editing.getByRole("button", { name: "Save Changes" }).click();
  await expect(toastOn(admin, "Time entry updated successfully")).toBeVisible();
  await expect(cellOf(manager, "Adams", 2)).toContainText("Incomplete");
  await expect(figures(manager)).toHaveText(["2", "1", "0.0"]);

  await cellOf(admin, "Adams", 2).getByRole("button").click();
  await editing.getByRole("button", { name: "Delete" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Delete Time Entry" }).click();
  await expect(toastOn(admin, "Time entry deleted successfully")).toBeVisible();
  await expect(editing).toBeHidden();
  await expect(cellOf(manager, "Adams", 2)).toBeEmpty();
});

test("the address holds the week, by any of its days [TIME-04] [TIME-05]", async ({ openAs }) => {
  const page = await openAs("manager");
  const address = await createTimesheet(page, "Week House");
  await openTimesheet(page, `${address}?week=2025-07-17`);
  await expect(page).toHaveURL(/\?week=2025-07-14$/);
  await expect(page.getByRole("heading", { name: "Jul 14 – 20, 2025" })).toBeVisible();

  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?week=2025-07-21$/);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Jul 14 – 20, 2025" })).toBeVisible();
  await page.getByRole("button", { name: "Current Week" }).click();
  await expect(page.getByRole("columnheader", { name: /today/ })).toBeVisible();
  await openTimesheet(page, `${address}?week=2025-02-31`);
  await expect(page.getByRole("columnheader", { name: /today/ })).toBeVisible();
});
