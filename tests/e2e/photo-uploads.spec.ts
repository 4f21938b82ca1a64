import { expect, type Locator } from "@playwright/test";
import { type ImageFile, realFile } from "./support/image-files.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "demo" });

const photo = (place: Locator, name: string) => place.getByRole("button", { name: `Open ${name}` });

async function upload(dialog: Locator, title: string, files: ImageFile[]) {
  await dialog.getByLabel(`Files for ${title}`).setInputFiles(files);
  await dialog.getByRole("button", { name: /^Upload \d/ }).click();
}

/** Returns the image's natural dimensions, with its rotation applied. */
async function shownSize(image: Locator): Promise<[number, number]> {
  return await image.evaluate((element: HTMLImageElement) => [
    element.naturalWidth,
    element.naturalHeight,
  ]);
}

test("real files of every format become photos, turned as the camera says [PHOTO-14]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Format House", "photos"));
  const names = ["turned.jpg", "plain.png", "plain.gif", "plain.webp", "plain.heic"] as const;
  await upload(dialog, "Before Photos", names.map(realFile));
  await expect(toastOn(page, "Photo uploaded successfully")).toBeVisible();

  for (const name of names.slice(0, -1)) await expect(photo(dialog, name)).toBeVisible();
  await expect(dialog.getByText("plain.heic")).toBeVisible();
  expect(await shownSize(photo(dialog, "turned.jpg").locator("img"))).toEqual([64, 96]);

  await photo(dialog, "turned.jpg").click();
  const original = page.getByRole("dialog", { name: "turned.jpg" }).getByRole("img");
  await expect(original).not.toHaveAttribute("src", /size=preview/);
  expect(await shownSize(original)).toEqual([64, 96]);
});
