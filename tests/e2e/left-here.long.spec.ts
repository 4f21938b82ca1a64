import { expect, type Page } from "@playwright/test";
import { freePort } from "../support/free-port.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { createProject, readUnits } from "./support/function-client.ts";
import { companyDomain, HostProcess } from "./support/host-process.ts";
import { pngFile } from "./support/image-files.ts";
import { installed, installedPhone } from "./support/installed.ts";
import { test } from "./support/test.ts";

const status = (page: Page) => page.locator('[data-slot="connection"]:visible');

/** Signs in an account without a name: the demo provider makes a name of the letters and digits of an address. */
async function signInNameless(page: Page): Promise<void> {
  const hint = encodeURIComponent(`_@${companyDomain}`);
  const arrival = await page.request.get(`/api/login?login_hint=${hint}`);
  expect(new URL(arrival.url()).pathname).toBe("/");
}

/** Leaves a note that waits, a half-typed one and a chosen photo on the device. */
async function leaveWork(page: Page): Promise<void> {
  const { id } = await createProject(page, { name: "House Of Before", units: ["A1"] });
  const [unit] = await readUnits(page, id);
  await page.goto(`/projects/${id}/units?unit=${unit?.id ?? ""}&tab=notes`);
  const dialog = page.getByRole("dialog", { name: "A1" });
  await expect(status(page)).toHaveText("Live");
  await dialog.getByRole("tab", { name: "Photos" }).click();
  const photo = pngFile("a.png", { width: 64, height: 48 });
  await dialog.getByLabel("Files for Before Photos").setInputFiles([photo]);
  await expect(dialog.getByRole("button", { name: "Upload 1 Photo" })).toBeVisible();
  await page.context().setOffline(true);
  await dialog.getByRole("tab", { name: "Notes" }).click();
  await dialog.getByLabel("New note").fill("Mind the step");
  await dialog.getByRole("button", { name: "Add Note" }).click();
  await expect(dialog.getByText("Mind the step")).toBeVisible();
  await dialog.getByLabel("New note").fill("The door sticks");
}

for (const [size, options] of Object.entries({
  desktop: { ...installed, viewport: { width: 1440, height: 900 } },
  phone: installedPhone,
})) {
  test(`on a ${size} the work of an earlier account without a name is told by its size alone, and comes to who calls it theirs [FIELD-08] [GEN-07]`, async ({
    browser,
  }) => {
    const settings = { SEED: "templates", PORT: String(await freePort()) };
    const before = await HostProcess.start(settings);
    const context = await browser.newContext({ baseURL: before.url, ...options });
    const page = await context.newPage();
    await signInNameless(page);
    await leaveWork(page);
    await page.goto("about:blank");
    await before.stop();
    const now = await HostProcess.start(settings);
    await context.setOffline(false);
    await signInNameless(page);
    await page.goto("/my-day");

    await expect(page.getByText("Work was left on this device", { exact: true })).toBeVisible();
    await expect(page.getByText(/not accepted/)).toHaveCount(0);
    await status(page).filter({ hasText: "1 left here" }).click();
    const list = page.getByRole("dialog", { name: "Not sent yet" });
    const left = "1 change, 1 typed text and 1 chosen photo that are not shown";
    await expect(list.getByRole("listitem", { name: left })).toBeVisible();
    await expect(page.getByText("Mind the step")).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await list.getByRole("button", { name: "It is mine" }).click();
    await expect(list.getByText("Note on A1: Mind the step")).toBeVisible();
    await expect(status(page)).not.toContainText("left here");
    await context.close();
    await now.stop();
  });
}
