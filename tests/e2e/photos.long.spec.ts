import { expect, type Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { heicFile, pngFile } from "./support/image-files.ts";
import { toastOn } from "./support/notifications.ts";
import { openViewer, upload } from "./support/photos.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";
import { photo } from "./support/photos.ts";

// Only the demo workspace gives the person "supervisor" that role.
test.use({ seed: "demo" });

async function scaleOf(viewer: Locator): Promise<string> {
  return await viewer
    .getByRole("img")
    .evaluate((image) => image.closest<HTMLElement>("[style*=transform]")?.style.transform ?? "");
}

test("a HEIC photo that cannot be shown can be downloaded [PHOTO-14] [OP-31]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Apple House", "photos"));
  await upload(dialog, "Completion Photos", [heicFile("IMG_7.HEIC")]);
  await expect(toastOn(page, "Photo uploaded successfully")).toBeVisible();
  await expect(dialog.getByText("IMG_7.HEIC")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("IMG_7.HEIC");
});

test("files can be dropped on a section and pasted", async ({ openAs }) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Drop House", "photos"));
  const bytes = [...pngFile("dropped.png", { width: 40, height: 30 }).buffer];
  const transfer = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "dropped.png", { type: "image/png" }));
    return data;
  }, bytes);
  const section = dialog.getByRole("region", { name: "Completion Photos" });
  await section.dispatchEvent("dragover", { dataTransfer: transfer });
  await section.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(section.getByRole("button", { name: "Upload 1 Photo" })).toBeVisible();

  await page.evaluate((clipboardData) => {
    window.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, transfer);
  await expect(section.getByRole("button", { name: "Upload 2 Photos" })).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');
});

test("the viewer is used by mouse, and Back closes it [PHOTO-10] [PHOTO-12]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const viewer = await openViewer(page, "Mouse House");
  await viewer.getByRole("button", { name: "Next photo" }).click();
  await expect(viewer.getByText("2 / 3")).toBeVisible();
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect(viewer.getByLabel("Zoom", { exact: true })).toHaveText("200%");
  const before = await scaleOf(viewer);

  await page.mouse.move(600, 350);
  await page.mouse.down();
  await page.mouse.move(660, 320, { steps: 4 });
  await page.mouse.up();
  expect(before).toContain("translate(0px, 0px)");
  expect(await scaleOf(viewer)).toContain("translate(60px, -30px)");

  const downloading = page.waitForEvent("download");
  await viewer.getByRole("link", { name: "Download original" }).click();
  expect((await downloading).suggestedFilename()).toBe("b.png");

  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page.getByRole("dialog", { name: "A1" })).toBeVisible();
});

test("the viewer is used by fingers on a phone", async ({ openAs }) => {
  const page = await openAs("manager", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const viewer = await openViewer(page, "Finger House");
  await expectNoSidewaysScroll(page);
  const touch = await page.context().newCDPSession(page);
  const send = async (
    type: "touchStart" | "touchMove" | "touchEnd",
    ...points: [number, number][]
  ) =>
    await touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });

  await send("touchStart", [300, 400]);
  await send("touchMove", [200, 400]);
  await send("touchMove", [120, 405]);
  await send("touchEnd");
  await expect(viewer.getByText("2 / 3")).toBeVisible();

  await send("touchStart", [180, 400], [210, 400]);
  await send("touchMove", [165, 400], [225, 400]);
  await send("touchMove", [164, 400], [226, 400]);
  await send("touchEnd");
  await expect(viewer.getByLabel("Zoom", { exact: true })).toHaveText("200%");
});

test("failed uploads are named, counted and tried again [TOAST-03] [TOAST-04] [TOAST-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Fail House", "photos"));
  let isFull = true;
  await page.route("**/api/photos", async (route) => {
    const isB = route.request().postDataBuffer()?.includes('filename="b.png"') === true;
    if (isFull && isB)
      await route.fulfill({ status: 500, body: "disk full", headers: { "Turnboard-Answer": "1" } });
    else await route.continue();
  });
  const files = [pngFile("a.png"), pngFile("b.png", { hue: 120 }), pngFile("c.png", { hue: 180 })];
  await upload(dialog, "Before Photos", files);
  await expect(toastOn(page, "Uploaded 2 of 3 photos")).toContainText("Partial success");
  await expect(photo(dialog, "a.png")).toBeVisible();
  await expect(photo(dialog, "b.png")).toHaveCount(0);

  await dialog.getByRole("button", { name: "Retry b.png" }).click();
  await expect(toastOn(page, "Upload failed")).toContainText(
    "Failed to upload photo. Please try again (500: disk full)",
  );
  isFull = false;
  await dialog.getByRole("button", { name: "Retry b.png" }).click();
  await expect(photo(dialog, "b.png")).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Uploads" })).toHaveCount(0);
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
