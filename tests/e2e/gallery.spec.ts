import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { createServer } from "vite";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { test as base } from "./support/test.ts";
import { click, dialog, question } from "./support/view.ts";

/** The gallery as the development server shows it. */
const test = base.extend<object, { galleryUrl: string }>({
  galleryUrl: [
    async ({}, use) => {
      const server = await createServer({
        logLevel: "error",
        server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
      });
      await server.listen();
      await use(`${server.resolvedUrls?.local[0] ?? ""}gallery`);
      await server.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: "reduce",
} as const;

/** What opens above the page: the button that opens it, and the part of the page that it is. */
const overlays = [
  { button: "Open long dialog", within: dialog },
  { button: "Open form", within: dialog },
  { button: "Open question", within: question },
  { button: "Open menu", within: '[role="menu"]' },
  { button: "Open popover", within: '[data-slot="popover"]' },
  { button: /^Date: /, within: '[data-slot="popover"]' },
  { button: "Show success", within: '[data-slot="toast"]' },
  { button: "Show failure", within: '[data-slot="toast"]' },
];

async function expectGalleryAccessible(page: Page, url: string): Promise<void> {
  test.slow();
  await page.goto(url);
  await expect(page.getByRole("heading", { name: "Gallery of components" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "html", "the gallery");
  for (const { button, within } of overlays) {
    await click(button)(page);
    await expect(page.locator(within)).toBeVisible();
    await expectAccessible(page, within, String(button));
    await page.keyboard.press("Escape");
    await expect(page.locator(within)).toHaveCount(0);
  }
}

test("every component is accessible at a desk", async ({ page, galleryUrl }) => {
  await expectGalleryAccessible(page, galleryUrl);
});

test("every component is accessible on a phone", async ({ browser, galleryUrl }) => {
  const context = await browser.newContext(phone);
  await expectGalleryAccessible(await context.newPage(), galleryUrl);
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
