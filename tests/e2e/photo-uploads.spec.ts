import { expect, type Locator } from "@playwright/test";
import { type ImageFile, pngFile, realFile } from "./support/image-files.ts";
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

test("hostile files are refused one by one and harm nothing [PHOTO-15] [VALID-06]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Hostile House", "photos"));
  const file = (name: string, mimeType: string, text: string) => ({
    ...{ name, mimeType },
    buffer: Buffer.from(text, "latin1"),
  });
  const svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>";
  await dialog
    .getByLabel("Files for Before Photos")
    .setInputFiles([file("drawing.svg", "image/svg+xml", svg)]);
  await expect(toastOn(page, "Invalid file type")).toContainText(
    "File drawing.svg is not a valid image. Please upload JPEG, PNG, GIF, WebP, or HEIC images",
  );
  await dialog
    .getByLabel("Files for Before Photos")
    .setInputFiles([file("empty.jpg", "image/jpeg", "")]);
  await expect(toastOn(page, "Invalid file type")).toContainText("File empty.jpg is not a valid");
  await upload(dialog, "Before Photos", [
    file("page.png", "image/png", "<!doctype html><script>alert(1)</script>"),
    file("drawing.png", "image/png", svg),
    file("cut.jpg", "image/jpeg", "\xff\xd8\xff\xe0\x00\x10JFIF"),
    file("damaged.jpg", "image/jpeg", "\xff\xd8\xff\xda\x00\x08damaged\xff\xd9"),
    pngFile("good.png"),
  ]);

  await expect(toastOn(page, "Uploaded 2 of 5 photos")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Uploads" }).getByRole("listitem")).toHaveText([
    /^page\.png\s*Not a valid image/,
    /^drawing\.png\s*Not a valid image/,
    /^cut\.jpg\s*Not a valid image/,
  ]);
  await expect(photo(dialog, "good.png")).toBeVisible();
  // A photo that cannot be displayed shows its name and a download.
  await expect(dialog.getByText("damaged.jpg")).toBeVisible();
});
