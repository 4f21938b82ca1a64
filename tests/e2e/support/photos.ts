import { expect, type Locator, type Page } from "@playwright/test";
import { type ImageFile, pngFile } from "./image-files.ts";
import { toastOn } from "./notifications.ts";
import { createUnitTab, openUnitTab } from "./unit-tabs.ts";

/** The button that opens a photo. */
export const photo = (place: Locator, name: string) =>
  place.getByRole("button", { name: `Open ${name}` });

/** Chooses files for a section of photos. */
async function choose(dialog: Locator, title: string, files: ImageFile[]) {
  await dialog.getByLabel(`Files for ${title}`).setInputFiles(files);
}

/** Uploads files to a section of photos. */
export async function upload(dialog: Locator, title: string, files: ImageFile[], caption = "") {
  await choose(dialog, title, files);
  await dialog.getByLabel("Caption (optional)").fill(caption);
  await dialog.getByRole("button", { name: /^Upload \d/ }).click();
}

/** Opens a viewer over three photos of a new unit. */
export async function openViewer(page: Page, project: string) {
  const dialog = await openUnitTab(page, await createUnitTab(page, project, "photos"));
  const files = ["a.png", "b.png", "c.png"].map((name, index) =>
    pngFile(name, { hue: index * 60 }),
  );
  await upload(dialog, "Before Photos", files, "Room");
  await expect(toastOn(page, "Photo uploaded successfully")).toBeVisible();
  // The newest is first.
  await photo(dialog, "Room (3/3)").click();
  return page.getByRole("dialog", { name: "Room" });
}
