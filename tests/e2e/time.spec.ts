import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { createProject, createTeam } from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

const week = "2025-07-14";

/** The address of the timesheet of a new project with units and a team. */
async function createTimesheet(page: Page, name: string, team = ["Adams", "Baker"]) {
  const { id } = await createProject(page, { name, units: ["101", "102"] });
  await createTeam(page, id, team);
  return `/projects/${id}/time-tracking`;
}

async function openTimesheet(page: Page, address: string) {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Weekly Timesheet" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Crew/ }).first()).toBeVisible();
}

/** The cell of a person and a day, Monday being 1. */
function cellOf(page: Page, person: string, day: number) {
  return page
    .getByRole("row", { name: new RegExp(person) })
    .getByRole("gridcell")
    .nth(day - 1);
}

const figures = (page: Page) =>
  page.getByRole("region", { name: "Weekly Summary" }).getByRole("definition");

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

test("people at both ends of the world see the same day and the same hours [OP-30] [OP-36]", async ({
  openAs,
}) => {
  const east = await openAs("manager", { timezoneId: "Pacific/Kiritimati" });
  const west = await openAs("admin", { timezoneId: "Pacific/Niue" });
  const address = `${await createTimesheet(east, "World House")}?week=${week}`;
  await openTimesheet(east, address);
  await openTimesheet(west, address);

  for (const [page, person, day] of [
    [east, "Adams", 1],
    [west, "Baker", 7],
  ] as const) {
    await cellOf(page, person, day).click();
    await page.getByRole("dialog").getByRole("button", { name: "Add Time Entry" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  for (const page of [east, west]) {
    await expect(cellOf(page, "Adams", 1)).toContainText("8.0");
    await expect(cellOf(page, "Baker", 7)).toContainText("8.0");
    await expect(figures(page)).toHaveText(["2", "2", "16.0"]);
  }
  // 7:00 in the east is the day before in the west. Saving there changes only the edited fields.
  await cellOf(west, "Adams", 1).getByRole("button").click();
  const editing = west.getByRole("dialog", { name: "Edit Time Entry" });
  await expect(editing.getByLabel(/^Start Time/)).toHaveValue("06:00");
  await expect(editing.getByText("The day before").first()).toBeVisible();
  await editing.getByLabel("End Time").fill("16:00");
  await editing.getByRole("button", { name: "Save Changes" }).click();
  await expect(cellOf(east, "Adams", 1)).toContainText("9.0");
});

test("the grid works by keyboard, and the focus comes back [OP-35]", async ({ openAs }) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createTimesheet(manager, "Key House");
  await openTimesheet(page, `${address}?week=${week}`);

  await cellOf(page, "Adams", 1).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cellOf(page, "Baker", 2)).toBeFocused();
  await page.keyboard.press("PageDown");
  await expect(page.getByRole("heading", { name: "Jul 21 – 27, 2025" })).toBeVisible();
  await expect(cellOf(page, "Baker", 2)).toBeFocused();
});

test("on a phone the week is read day by day [TIME-02]", async ({ openAs }) => {
  const page = await openAs("manager", phone);
  const address = await createTimesheet(page, "Phone House", [
    "A-surname-that-is-much-too-long-for-the-screen-of-any-phone",
  ]);
  await page.goto(`${address}?week=${week}`);
  await page.getByRole("button", { name: /^Wed/ }).tap();
  await page.getByRole("button", { name: /^Add time for Crew/ }).tap();
  const dialog = page.getByRole("dialog", { name: "Add Time Entry" });
  await expect(dialog.getByRole("button", { name: "Date: Jul 16, 2025" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Add Time Entry" }).tap();

  await expect(page.getByRole("button", { name: /^8\.0/ })).toBeVisible();
  await expect(figures(page)).toHaveText(["1", "1", "8.0"]);
  await expectNoSidewaysScroll(page);
});
