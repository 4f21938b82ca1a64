import { expect, type Locator, type Page } from "@playwright/test";
import { pngFile } from "./support/image-files.ts";
import { keptKeys } from "./support/kept.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

const tiles = (dialog: Locator) => dialog.getByRole("button", { name: /^Open / });

/** Cuts the connections of a page; the returned function restores them. */
async function cutLine(page: Page): Promise<() => void> {
  let isCut = true;
  await page.routeWebSocket(/.*/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  await page.route("**/api/photos", (route) => (isCut ? route.abort() : route.continue()));
  return () => {
    isCut = false;
  };
}

/** Waits until the device has stored answers of these queries. */
async function keeps(page: Page, ...reads: string[]): Promise<void> {
  const names = async () => (await keptKeys(page)).map((key) => key.split(" ")[0]);
  await expect.poll(names).toEqual(expect.arrayContaining(reads));
}

test("photos added without a network are shown at once, outlive a reload, and arrive once with their times [FIELD-03] [FIELD-04] [FIELD-10]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Cellar House", "photos");
  const dialog = await openUnitTab(page, address);
  await keeps(page, "photos:list", "units:list");
  const mendLine = await cutLine(page);
  const before = Date.now();
  await dialog
    .getByLabel("Files for Before Photos")
    .setInputFiles([pngFile("a.png"), pngFile("b.png", { hue: 120 })]);
  await dialog.getByRole("button", { name: "Upload 2 Photos" }).click();
  await expect(tiles(dialog)).toHaveCount(2);
  const image = tiles(dialog).first().locator("img");
  await expect(image).toHaveAttribute("src", /^blob:/);
  await expect(dialog.getByText("Waiting for network").first()).toBeVisible();
  await expect(dialog.getByText("Failed")).toHaveCount(0);
  const made = Date.now();

  await page.reload();
  const again = page.getByRole("dialog");
  await expect(tiles(again)).toHaveCount(2);
  await expect(again.getByText("Waiting for network").first()).toBeVisible();

  mendLine();
  const seen = await openUnitTab(manager, address);
  await expect(tiles(seen)).toHaveCount(2, { timeout: 45_000 });
  await expect(again.getByRole("list", { name: "Uploads" })).toHaveCount(0);
  await expect(tiles(again)).toHaveCount(2);
  const unitId = new URL(manager.url()).searchParams.get("unit") ?? "";
  const answer = await manager.request.get(`/api/units/${unitId}/photos`);
  const photos = (await answer.json()) as { createdAt: string }[];
  expect(photos).toHaveLength(2);
  for (const { createdAt } of photos) {
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(made);
  }
});

test("photos and turns that wait are seen with a mark on the card and among all photos, also after a reload, and have the name of the unit [FIELD-03] [FIELD-05] [CAM-04]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Boiler House", "photos");
  const project = address.split("/units")[0] ?? "";
  const seeded = await openUnitTab(manager, address);
  await seeded.getByLabel("Files for Before Photos").setInputFiles([pngFile("old.png")]);
  await seeded.getByRole("button", { name: "Upload 1 Photo" }).click();
  await expect(seeded.getByRole("list", { name: "Uploads" })).toHaveCount(0);
  await expect(tiles(seeded)).toHaveCount(1);
  // Photos that have been displayed are available offline.
  await page.goto(`${project}/photos`);
  await expect(tiles(page.locator("main"))).toHaveCount(1);
  await keeps(page, "photos:ofProject", "units:names");
  const dialog = await openUnitTab(page, address);
  await expect(tiles(dialog)).toHaveCount(1);
  await keeps(page, "photos:list", "units:list");

  const mendLine = await cutLine(page);
  await page.reload();
  await expect(tiles(dialog)).toHaveCount(1);
  await dialog
    .getByLabel("Files for Before Photos")
    .setInputFiles([pngFile("new.png", { hue: 90 })]);
  await dialog.getByRole("button", { name: "Upload 1 Photo" }).click();
  await expect(tiles(dialog)).toHaveCount(2);
  await dialog.getByRole("button", { name: "Open old.png" }).click();
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog").locator("img.rotate-90")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${project}/units`);
  const thumbnails = page.getByRole("list", { name: "Recent photos" });
  await expect(thumbnails.getByRole("img")).toHaveCount(2);
  await expect(thumbnails.getByTitle("Not sent yet")).toHaveCount(2);
  await expect(thumbnails.locator("img.rotate-90")).toHaveCount(1);
  await expect(thumbnails.getByRole("img").first()).toHaveAttribute("src", /^blob:/);
  await page.goto(`${project}/photos`);
  const wall = page.getByRole("list", { name: "Photos" });
  await expect(tiles(wall)).toHaveCount(2);
  await expect(wall.getByTitle("Not sent yet")).toHaveCount(2);
  await expect(wall.locator("img.rotate-90")).toHaveCount(1);
  await page
    .getByRole("button", { name: /2 waiting/ })
    .first()
    .click();
  const waiting = page.getByRole("dialog", { name: /not sent/i });
  await expect(
    waiting.getByRole("listitem", { name: "Before photo of A1: new.png" }),
  ).toBeVisible();
  await expect(waiting.getByRole("listitem", { name: "Before photo of A1: Turned" })).toBeVisible();
  await page.keyboard.press("Escape");

  mendLine();
  const photos = async () => {
    const unitId = new URL(address, "http://any").searchParams.get("unit") ?? "";
    const answer = await manager.request.get(`/api/units/${unitId}/photos`);
    return ((await answer.json()) as { originalName: string; rotation: number }[]).map(
      ({ originalName, rotation }) => [originalName, rotation],
    );
  };
  await expect.poll(photos, { timeout: 30_000 }).toEqual([
    ["new.png", 0],
    ["old.png", 90],
  ]);
  await expect(wall.getByTitle("Not sent yet")).toHaveCount(0);
  await expect(tiles(wall)).toHaveCount(2);
});
