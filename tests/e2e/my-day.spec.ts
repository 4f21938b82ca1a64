import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject, planDay } from "./support/function-client.ts";
import { pngFile } from "./support/image-files.ts";
import { toastOn } from "./support/notifications.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "demo" });

async function setUp(page: Page, name: string) {
  const { id } = await createProject(page, { name, units: ["A1"] });
  await assignTasks(page, id, 4);
  await planDay(page, id, { tasks: 4, supervisor: "project_supervisor" });
}

const groupOf = (page: Page, name: string) =>
  page.getByRole("listitem", { name: "A1" }).filter({ hasText: name });

/** Makes a function that taps an element and counts the taps. */
function counter() {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.tap();
    },
  };
}

test("a supervisor ticks three tasks of a unit, takes four photos and writes a note with at most 11 taps [MYDAY-01] [MYDAY-02] [MYDAY-03]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const page = await openAs("supervisor", phone);
  await setUp(manager, "Tap House");
  const { tap, taps } = counter();
  await page.goto("/");

  await tap(page.getByRole("link", { name: "My Day" }));
  const unit = groupOf(page, "Tap House");
  await expect(unit.getByRole("button", { name: /^Complete / })).toHaveCount(4);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, '[aria-label="Quick access"]');
  for (const left of [3, 2, 1]) {
    // A second tap at one place within a moment belongs to a double tap. The last row stands elsewhere each time.
    await tap(unit.getByRole("button", { name: /^Complete / }).last());
    await expect(unit.getByRole("button", { name: /^Complete / })).toHaveCount(left);
  }
  await expect(toastOn(page, "3 tasks completed")).toBeVisible();

  await tap(unit.getByRole("link", { name: "Take photos of A1" }));
  await tap(page.getByRole("radio", { name: "Completion" }));
  const choosing = page.waitForEvent("filechooser");
  await tap(page.getByRole("button", { name: "Choose files", exact: true }));
  const names = ["a.png", "b.png", "c.png", "d.png"];
  await (await choosing).setFiles(names.map((name, at) => pngFile(name, { hue: 60 * at })));
  await tap(page.getByRole("link", { name: "Photos of the unit" }));
  const dialog = page.getByRole("dialog", { name: "A1" });
  await tap(dialog.getByRole("tab", { name: "Notes" }));
  await tap(dialog.getByLabel("New note"));
  await page.keyboard.type("Door is done");
  await tap(dialog.getByRole("button", { name: "Add Note" }));

  await expect(dialog.getByRole("listitem").getByText("Door is done")).toBeVisible();
  await dialog.getByRole("tab", { name: "Photos" }).tap();
  await expect(dialog.getByRole("button", { name: /^Open / })).toHaveCount(4);
  expect(taps()).toBeLessThanOrEqual(11);
});

test("a task completed on my day leaves it for another, and Undo puts it back for both [MYDAY-01] [MYDAY-02]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const mine = await openAs("supervisor");
  await setUp(manager, "Undo House");
  const other = await openAs("supervisor");
  for (const page of [mine, other]) await page.goto("/my-day");
  const left = (page: Page) =>
    groupOf(page, "Undo House").getByRole("button", { name: /^Complete / });
  await expect(left(other)).toHaveCount(4);

  await left(mine).first().click();
  await expect(left(other)).toHaveCount(3);
  await toastOn(mine, "Task updated successfully").getByRole("button", { name: "Undo" }).click();

  for (const page of [mine, other]) await expect(left(page)).toHaveCount(4);
});
