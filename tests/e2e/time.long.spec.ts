import { expect } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { phone, test } from "./support/test.ts";
import { cellOf, createTimesheet, figures, openTimesheet, week } from "./support/timesheet.ts";

test.use({ seed: "templates" });

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
