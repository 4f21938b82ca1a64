import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectWellFormed,
} from "./support/accessibility.ts";
import { HostProcess } from "./support/host-process.ts";
import { test as base } from "./support/test.ts";
import { click, dialog, question } from "./support/view.ts";

/** The server of `npm run dev`; its path /gallery shows the gallery. */
const test = base.extend<object, { developmentUrl: string }>({
  developmentUrl: [
    async ({}, use) => {
      const host = await HostProcess.startDevelopment({ SEED: "none" });
      await use(host.url);
      await host.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: "reduce",
} as const;

type Look = (page: Page, within: string, name: string) => Promise<void>;

const toast = '[data-slot="toast"]';
/** The components that open above the page: the button that opens each, and the selector of its content. */
const overlays = [
  { button: "Open long dialog", within: dialog },
  { button: "Open form", within: dialog },
  { button: "Open record", within: dialog },
  { button: "Open question", within: question },
  { button: "Open menu", within: '[role="menu"]' },
  { button: "Open popover", within: '[data-slot="popover"]' },
  { button: /^Date: /, within: '[data-slot="popover"]' },
  { button: "Show success", within: toast },
  { button: "Show failure", within: toast },
];

async function expectGallery(page: Page, url: string, expectGood: Look): Promise<void> {
  test.slow();
  await page.goto(`${url}/gallery`);
  await expect(page.getByRole("heading", { name: "Gallery of components" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectGood(page, "html", "the gallery");
  for (const { button, within } of overlays) {
    await click(button)(page);
    await expect(page.locator(within)).toBeVisible();
    // A notification stays while the pointer is on it, however long a look takes.
    if (within === toast) await page.locator(within).hover();
    await expectGood(page, within, String(button));
    if (within === toast) await click("Dismiss notification")(page);
    else await page.keyboard.press("Escape");
    await expect(page.locator(within)).toHaveCount(0);
  }
}

test("the development server shows the workspace and tells the page of changes", async ({
  page,
  developmentUrl,
}) => {
  const connected = page.waitForEvent("console", (message) =>
    message.text().includes("connected."),
  );
  await page.goto(developmentUrl);

  // The first page waits until Vite has prepared the packages.
  await expect(page.getByText("Your comprehensive project management workspace")).toBeVisible({
    timeout: 30_000,
  });
  await connected;
});

test("every component is accessible at a desk", async ({ page, developmentUrl }) => {
  await expectGallery(page, developmentUrl, expectAccessible);
});

test("every component is accessible on a phone", async ({ browser, developmentUrl }) => {
  const context = await browser.newContext(phone);
  await expectGallery(await context.newPage(), developmentUrl, expectWellFormed);
  await context.close();
});

test("the product has no gallery", async ({ page }) => {
  await page.goto("/gallery");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Gallery of components")).toHaveCount(0);

  const files = readdirSync("dist/app", { recursive: true, encoding: "utf8" })
    .map((file) => join("dist/app", file))
    .filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => readFileSync(file, "utf8").includes("Gallery of"))).toEqual([]);
});
