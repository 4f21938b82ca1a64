import { expect, type Locator } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { pngFile } from "./support/image-files.ts";
import { toastOn } from "./support/notifications.ts";
import { openViewer, photo, upload } from "./support/photos.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

// Only the demo workspace gives the person "supervisor" that role.
test.use({ seed: "demo" });

test("a supervisor's photos appear in the manager's open window [API-53] [PHOTO-03] [PHOTO-04] [PHOTO-05]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const address = await createUnitTab(manager, "Photo House", "photos");
  const seen = await openUnitTab(manager, address);
  const dialog = await openUnitTab(supervisor, address);
  let open = 0;
  let mostAtOnce = 0;
  await supervisor.route("**/api/photos", async (route) => {
    mostAtOnce = Math.max(mostAtOnce, ++open);
    await route.continue();
  });
  supervisor.on("response", (response) => {
    if (response.url().endsWith("/api/photos")) open--;
  });

  const files = [pngFile("a.png"), pngFile("b.png", { hue: 120 }), pngFile("c.png", { hue: 180 })];
  await upload(dialog, "Daily Progress Photos", files, "Kitchen");

  await expect(toastOn(supervisor, "Photo uploaded successfully")).toBeVisible();
  for (const number of [1, 2, 3])
    await expect(photo(seen, `Kitchen (${String(number)}/3)`)).toBeVisible();
  expect(mostAtOnce).toBeLessThanOrEqual(3);
  const today = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }).format(new Date());
  await expect(seen.getByRole("heading", { level: 4 })).toHaveText([today]);
  const preview = await manager.request.get(
    (await photo(seen, "Kitchen (1/3)").locator("img").getAttribute("src")) ?? "",
  );
  expect(preview.headers()["content-type"]).toBe("image/webp");
});

test("a photo is dated and deleted, live for another [PHOTO-06] [PHOTO-07] [PHOTO-09]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor");
  const address = await createUnitTab(manager, "Date House", "photos");
  const seen = await openUnitTab(manager, address);
  const dialog = await openUnitTab(supervisor, address);
  await upload(dialog, "Daily Progress Photos", [pngFile("a.png")], "Hall");
  const src = await photo(seen, "Hall").locator("img").getAttribute("src");
  const day = (await seen.getByRole("heading", { level: 4 }).textContent()) ?? "";

  await dialog.getByRole("button", { name: "Date of Hall" }).click();
  const other = day.includes(" 10,") ? " 20th, " : " 10th, ";
  await supervisor.getByRole("gridcell").getByRole("button", { name: other }).first().click();
  await expect(toastOn(supervisor, "Photo date updated successfully")).toBeVisible();
  await expect(seen.getByRole("heading", { level: 4 })).not.toHaveText(day);

  await dialog.getByRole("button", { name: "Delete Hall" }).click();
  const question = supervisor.getByRole("alertdialog");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(photo(seen, "Hall")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete Hall" }).click();
  await question.getByRole("button", { name: "Delete Photo" }).click();
  await expect(toastOn(supervisor, "Photo deleted successfully")).toBeVisible();
  await expect(photo(seen, "Hall")).toHaveCount(0);
  expect((await manager.request.get(src ?? "")).status()).toBe(404);
});

/** Returns the brightest of the three color components of an element's background, from 0 to 255. */
async function brightnessOf(element: Locator): Promise<number> {
  return await element.evaluate((node) => {
    const brush = document.createElement("canvas").getContext("2d");
    if (brush === null) return 255;
    brush.fillStyle = getComputedStyle(node).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    return Math.max(...brush.getImageData(0, 0, 1, 1).data.slice(0, 3));
  });
}

test("the viewer is dark in a light window, and is used by its keys [PHOTO-10] [PHOTO-11] [PHOTO-13]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const viewer = await openViewer(page, "Key House");
  const zoom = viewer.getByLabel("Zoom", { exact: true });
  await expect(viewer.getByText("1 / 3")).toBeVisible();
  await expect.poll(async () => await brightnessOf(viewer)).toBeLessThan(64);
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 / 3")).toBeVisible();
  await expect(viewer.getByRole("heading")).toHaveText("Room (2/3)");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByText("1 / 3")).toBeVisible();

  for (const percent of ["150%", "200%", "250%", "300%", "300%"]) {
    await page.keyboard.press("+");
    await expect(zoom).toHaveText(percent);
  }
  await page.keyboard.press("0");
  await expect(zoom).toHaveText("100%");
  for (let count = 0; count < 3; count++) await page.keyboard.press("-");
  await expect(zoom).toHaveText("50%");
  await expectAccessible(page, '[role="dialog"]:last-of-type');

  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  const dialog = page.getByRole("dialog", { name: "A1" });
  await expect(photo(dialog, "Room (3/3)")).toBeFocused();
});
