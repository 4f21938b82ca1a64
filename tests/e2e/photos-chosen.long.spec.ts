import { rmSync, writeFileSync } from "node:fs";
import { chromium, expect, type Page } from "@playwright/test";
import { pngFile } from "./support/image-files.ts";
import { signInUnseen } from "./support/people.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

/** Chooses photos and waits until they are on the device. */
async function choosePhotos(page: Page, address: string): Promise<void> {
  const dialog = await openUnitTab(page, address);
  await dialog
    .getByLabel("Files for Before Photos")
    .setInputFiles([pngFile("a.png"), pngFile("b.png", { hue: 120 })]);
  await dialog.getByLabel("Caption (optional)").fill("Hall");
  await expect.poll(() => keptDrafts(page)).toEqual([{ caption: "Hall", files: 2 }]);
}

/** Returns the drafts that the device has stored. */
async function keptDrafts(page: Page): Promise<{ caption: string; files: number }[]> {
  return await page.evaluate(async () => {
    // Opening a missing database would create it, and then the page could not create its own.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "turnboard-drafts")) return [];
    return await new Promise<{ caption: string; files: number }[]>((resolve) => {
      const opening = indexedDB.open("turnboard-drafts");
      opening.addEventListener("success", () => {
        const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
        opening.result.close();
        all.addEventListener("success", () => {
          const drafts = all.result as { caption: string; files: unknown[] }[];
          resolve(drafts.map(({ caption, files }) => ({ caption, files: files.length })));
        });
      });
    });
  });
}

test("photos that are chosen and not uploaded outlive the page, are offered again, and go up once [FIELD-03] [FIELD-08]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Attic House", "photos");
  await choosePhotos(page, address);

  // The page closes without its unload handlers, as in a crash.
  const after = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await after.goto("/my-day");
  await after.getByRole("button", { name: "2 photos not uploaded yet", exact: true }).click();
  const dialog = after.getByRole("dialog", { name: "A1" });
  await expect(dialog.getByLabel("Caption (optional)")).toHaveValue("Hall");
  await dialog.getByRole("button", { name: "Leave out b.png" }).click();
  await expect.poll(() => keptDrafts(after)).toEqual([{ caption: "Hall", files: 1 }]);

  await after.reload();
  await dialog.getByRole("button", { name: "Upload 1 Photo" }).click();
  await expect(dialog.getByRole("button", { name: "Open Hall" })).toBeVisible();
  await expect.poll(() => keptDrafts(after)).toEqual([]);
  await after.reload();
  await expect(dialog.getByRole("button", { name: "Open Hall" })).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: /^Upload/ })).toHaveCount(0);
});

test("chosen files that are deleted or changed before the upload go up as they were chosen [PHOTO-03] [FIELD-03]", async ({
  openAs,
  host,
  launchOptions,
}, testInfo) => {
  // A window without a profile stores the places of files, and not their contents.
  const profile = testInfo.outputPath("profile");
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    baseURL: host.url,
  });
  const page = await context.newPage();
  await signInUnseen(page, "supervisor");
  const manager = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(manager, "Porch House", "photos"));
  const paths = ["a.png", "b.png", "c.png"].map((name, at) => {
    const path = testInfo.outputPath(name);
    writeFileSync(path, pngFile(name, { hue: at * 90 }).buffer);
    return path;
  });
  await dialog.getByLabel("Files for Before Photos").setInputFiles(paths);
  await expect.poll(() => keptDrafts(page)).toEqual([{ caption: "", files: 3 }]);
  const [deleted = "", changed = ""] = paths;
  rmSync(deleted);
  writeFileSync(changed, "another content");

  await dialog.getByRole("button", { name: "Upload 3 Photos" }).click();
  await expect(dialog.getByRole("button", { name: /^Open / })).toHaveCount(3);
  await expect(dialog.getByRole("button", { name: /^Upload/ })).toHaveCount(0);
  await expect.poll(() => keptDrafts(page)).toEqual([]);
  await context.close();
});

test("signing out with chosen photos asks first, and leaves none on the device [FIELD-08]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Loft House", "photos");
  await choosePhotos(page, address);
  await page.goto("/");
  await expect(
    page.getByRole("button", { name: "2 photos not uploaded yet", exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Log out" }).click();
  const question = page.getByRole("dialog", { name: "2 chosen photos are not uploaded yet" });
  await expect(question).toBeVisible();
  await expect(question).toContainText("2 chosen photos wait for you to upload or leave out.");
  await question.getByRole("button", { name: "Sign out and lose them" }).click();
  // The page navigates during the sign-out.
  await expect(async () => expect(await keptDrafts(page)).toEqual([])).toPass();
});
