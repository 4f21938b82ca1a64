import { expect, type Page } from "@playwright/test";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "none" });

const title = "No Projects";

/** Shows a notification and returns the position at which it can be dragged. */
async function showNotification(page: Page) {
  await page.goto("/");
  await page.getByRole("button", { name: /Tasks in Jeopardy/ }).click();
  await expect(toastOn(page, title)).toBeVisible();
  const box = await toastOn(page, title).boundingBox();
  if (box === null) throw new Error("The notification is not on the screen");
  return { box, x: box.x + 40, y: box.y + box.height / 2 };
}

async function dragRight(page: Page, { x, y, by }: { x: number; y: number; by: number }) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 3 });
  await page.mouse.move(x + by, y, { steps: 3 });
  await page.mouse.up();
}

test("60 pixels to the right swipe a notification away, 30 do not [LIMIT-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { x, y } = await showNotification(page);

  await dragRight(page, { x, y, by: 30 });
  await expect(toastOn(page, title)).toHaveAttribute("data-swipe", "cancel");
  await expect(toastOn(page, title)).toBeVisible();

  await dragRight(page, { x, y, by: 60 });
  await expect(toastOn(page, title)).toHaveCount(0);
});

test("F8 leads to the notifications, which are at most 420 px wide [LIMIT-05] [LIMIT-06]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { viewport: { width: 1280, height: 800 } });
  const { box } = await showNotification(page);
  expect(box.width).toBeLessThanOrEqual(420);

  await page.keyboard.press("F8");

  await expect(page.locator('[data-slot="toaster"]')).toBeFocused();
});

test("a window that gets the focus back reads nothing again [LIMIT-07] [LIMIT-08]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/");
  await expect(page.getByText("No recent activity")).toBeVisible();
  const reads: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) reads.push(request.url());
  });

  const other = await page.context().newPage();
  await other.bringToFront();
  await page.bringToFront();
  await page.evaluate(() => {
    window.dispatchEvent(new Event("focus"));
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.getByRole("link", { name: "Projects", exact: true }).click();
  await expect(page.getByText("No projects yet")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await expect(page.getByText("No recent activity")).toBeVisible();

  expect(reads).toEqual([]);
});
