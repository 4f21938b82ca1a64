import { expect, type Locator } from "@playwright/test";
import { pngFile } from "./support/image-files.ts";
import { bar, expectBelow, word } from "./support/connection.ts";
import { phone, test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "templates" });

/** Checks that the bar shows its whole text. */
async function expectWhole(within: Locator): Promise<void> {
  const room = await within.boundingBox();
  const words = within.locator("p");
  const text = await words.boundingBox();
  const isCut = (each: Element) =>
    each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
  expect(await words.evaluate(isCut)).toBe(false);
  expect(text?.y).toBeGreaterThanOrEqual(room?.y ?? 0);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(room?.height ?? 0);
}

/** Waits until the element's animations have finished. */
async function settle(moving: Locator): Promise<void> {
  await moving.evaluate((each) =>
    Promise.all(each.getAnimations().map(({ finished }) => finished)),
  );
}

test("without a line the state is told in whole words, and the page behind a dialog stays where it is [FIELD-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Twelve", "notes"));
  await page.context().setOffline(true);
  await dialog.getByLabel("New note").fill("Mind the step");
  await dialog.getByRole("button", { name: "Add Note" }).click();
  await expect(word(page)).toHaveText("Offline, 1 waiting");
  const text = word(page).locator("span");
  expect(await text.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await expectBelow(
    page.getByRole("complementary", { name: "Sidebar", includeHidden: true }),
    bar(page),
  );
});

for (const width of [390, 320]) {
  test(`at ${String(width)} px the bar says everything, in the height that it has with less [FIELD-05]`, async ({
    openAs,
  }) => {
    const page = await openAs("manager", { ...phone, viewport: { width, height: 844 } });
    const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Fourteen", "notes"));
    await page.context().setOffline(true);
    await expect(bar(page)).toContainText(/^Offline · as of \d/);
    const before = await bar(page).boundingBox();
    const addNote = async (text: string) => {
      await dialog.getByRole("tab", { name: /Notes/ }).click();
      await dialog.getByLabel("New note").fill(text);
      await dialog.getByRole("button", { name: "Add Note" }).click();
      await dialog.getByRole("tab", { name: /Tasks/ }).click();
    };
    await addNote("Mind the step");
    await expect(bar(page)).toContainText(/^Offline, 1 waiting · as of .* · some is missing here$/);
    await expectWhole(bar(page));

    // The time of an earlier day is shown with its date.
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await addNote("Mind the door");
    await expect(bar(page)).toContainText(
      /^Offline, 2 waiting · as of [A-Z].* · some is missing here$/,
    );
    await expectWhole(bar(page));
    expect(await bar(page).boundingBox()).toEqual(before);
  });
}

test("on a phone a notice covers no bar [FIELD-05]", async ({ openAs }) => {
  const page = await openAs("manager", phone);
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Eleven", "photos"));
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  const file = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await dialog.getByLabel("Files for Before Photos").setInputFiles([file, pngFile("a.png")]);
  const notice = page.locator('[data-slot="toast"]');
  await expect(notice).toBeVisible();
  await settle(notice);
  await expectBelow(notice, bar(page));
});

test("on a phone neither a notice nor what goes on stands over the bar at the bottom [MYDAY-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Thirteen", "photos"));
  const file = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await dialog.getByLabel("Files for Before Photos").setInputFiles([file, pngFile("a.png")]);
  await dialog.getByRole("button", { name: "Close" }).click();
  const bottomBar = page.getByRole("navigation", { name: "Quick access" });
  await expect(bottomBar).toBeVisible();
  const work = page.getByRole("list", { name: "Work in progress" }).getByRole("listitem");
  for (const told of [page.locator('[data-slot="toast"]'), work]) {
    await expect(told).toBeVisible();
    await settle(told);
    await expectBelow(bottomBar, told);
  }
});
