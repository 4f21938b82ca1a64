import { expect, type Locator } from "@playwright/test";
import { pngFile } from "./support/image-files.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

const tiles = (dialog: Locator) => dialog.getByRole("button", { name: /^Open / });

test("photos added without a network are shown at once, outlive a reload, and arrive once with their times [FIELD-03] [FIELD-04] [FIELD-10]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor");
  const manager = await openAs("manager");
  const address = await createUnitTab(manager, "Cellar House", "photos");
  const dialog = await openUnitTab(page, address);
  let isCut = true;
  await page.routeWebSocket(/.*/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  await page.route("**/api/photos", (route) => (isCut ? route.abort() : route.continue()));
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

  isCut = false;
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
