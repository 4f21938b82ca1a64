import { expect } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { phone, setUp, shutterOf, stripOf, withCamera } from "./support/camera.ts";
import { readPhotos } from "./support/function-client.ts";
import { realFile } from "./support/image-files.ts";
import { test } from "./support/test.ts";

test.use(withCamera);

const cameraOf = ({ projectId, unitId }: Awaited<ReturnType<typeof setUp>>) =>
  `/projects/${projectId}/units/${unitId}/camera`;

test("the camera is dark, accessible and worked by keys; a shot under way is kept when one leaves [CAM-01] [CAM-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { permissions: ["camera"] });
  const unit = await setUp(page);
  await page.goto(`${cameraOf(unit)}?stage=completion`);
  await expect(shutterOf(page)).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(stripOf(page)).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Leave the camera" }).click();
  const dialog = page.getByRole("dialog", { name: "A1" });
  await expect(dialog.getByRole("button", { name: /^Open completion/ })).toHaveCount(3);
  await expect(page.locator("html")).not.toHaveClass(/always-dark/);
});

test("without permission the camera says what to do and takes files, and a file twice is asked about [CAM-02] [CAM-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { ...phone, permissions: [] });
  const unit = await setUp(page);
  await page.goto(cameraOf(unit));
  await expect(page.getByRole("alert")).toContainText("The camera is not allowed");
  await expectAccessible(page);
  await page.getByLabel("Files", { exact: true }).setInputFiles([realFile("turned.jpg")]);
  await expect.poll(async () => (await readPhotos(page, unit.unitId)).length).toBe(1);

  await page.getByLabel("Files", { exact: true }).setInputFiles([realFile("turned.jpg")]);
  const question = page.getByRole("alertdialog", {
    name: "This photo is already in this unit",
  });
  await expect(question).toContainText("turned.jpg");
  await question.getByRole("button", { name: "Add Anyway" }).tap();
  await expect.poll(async () => (await readPhotos(page, unit.unitId)).length).toBe(2);
});
