import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { assignTasks, createProject } from "./support/function-client.ts";
import { pngFile } from "./support/image-files.ts";
import { keptKeys } from "./support/kept.ts";
import { test } from "./support/test.ts";
import { createUnitTab, openUnitTab } from "./support/unit-tabs.ts";

test.use({ seed: "templates" });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const word = (page: Page) => page.locator('[data-slot="connection"]:visible');
const bar = (page: Page) => page.locator('[data-slot="connection-bar"]');
const unit = (page: Page) => page.getByRole("dialog", { name: "101" });
const tasks = (page: Page) => unit(page).getByRole("listitem");

async function expectBelow(below: Locator, above: Locator): Promise<void> {
  const [upper, lower] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  expect(lower?.y).toBeGreaterThanOrEqual((upper?.y ?? 0) + (upper?.height ?? 0) - 1);
}

/** Checks that the bar shows its whole text. */
async function expectWhole(within: Locator): Promise<void> {
  const room = await within.boundingBox();
  const words = within.locator("p");
  const text = await words.boundingBox();
  const isCut = (each: Element) =>
    each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
  expect(await words.evaluate(isCut)).toBe(false);
  expect(text?.y).toBeGreaterThanOrEqual(room?.y ?? 0);
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(room?.height ?? 0);
}

/** Waits until the element's animations have finished. */
async function settle(moving: Locator): Promise<void> {
  await moving.evaluate((each) =>
    Promise.all(each.getAnimations().map(({ finished }) => finished)),
  );
}

/** Moves the page to the background, and waits until it has stored its answers. */
async function hide(page: Page, name: string): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => keptKeys(page)).toContainEqual(expect.stringContaining(name));
}

/** From now on the device gets only the pages, as from a service worker, and nothing else from the server. */
async function loseServer(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route("**/*", (route) => {
    const isPage = !route.request().url().includes("/api/") && route.request().method() === "GET";
    return isPage ? route.fallback() : route.abort("internetdisconnected");
  });
  await context.addInitScript(() => {
    const nobody = "ws://127.0.0.1:9";
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(localStorage.getItem("server") === null ? nobody : url, protocols);
      }
    };
  });
  return async () => {
    for (const page of context.pages())
      await page.evaluate(() => localStorage.setItem("server", "back"));
    await context.unrouteAll();
  };
}

test("a lost connection is told at once, beside everything and over nothing, and so is its return [FIELD-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, { name: "Pier House", units: ["101"] });
  await page.goto(`/projects/${id}/units`);
  await expect(page.getByRole("button", { name: "View Details" })).toBeVisible();
  await expect(word(page)).toHaveText("Live");
  await expect(bar(page)).toHaveCount(0);

  await page.context().setOffline(true);
  await expect(word(page)).toHaveText("Offline", { timeout: 2000 });
  await expect(bar(page)).toContainText(/^Offline · as of \d/);
  await expectBelow(page.getByRole("banner"), bar(page));
  await page.getByRole("button", { name: "View Details" }).click();
  await expectBelow(unit(page), bar(page));
  await expectBelow(unit(page).getByRole("heading", { name: "101" }), bar(page));

  await page.context().setOffline(false);
  await expect(bar(page)).toHaveCount(0, { timeout: 2000 });
  await page.keyboard.press("Escape");
  await expect(word(page)).toHaveText("Live");
});

test("what this device has seen is there at a start without the server, says as of when, and is live again with it [FIELD-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, { name: "Pier Nine", units: ["101", "102"] });
  await assignTasks(page, id, 2);
  await page.goto(`/projects/${id}/board`);
  await expect(page.getByText("101").first()).toBeVisible();
  await hide(page, "board:page ");
  await page.goto(`/projects/${id}/units`);
  await page.getByRole("button", { name: "View Details" }).first().click();
  await expect(tasks(page)).toHaveCount(2);
  const address = page.url();
  await hide(page, "tasks:list");

  const findServer = await loseServer(page.context());
  await page.goto(address);
  await expect(tasks(page)).toHaveCount(2);
  await expect(bar(page)).toContainText(/^(Reconnecting|Offline) · as of \d/);
  await page.goto(`/projects/${id}/board`);
  await expect(page.getByText("101").first()).toBeVisible();

  await findServer();
  await expect(word(page)).toHaveText("Live");
  await expect(bar(page)).toHaveCount(0);

  // A page without a session deletes the stored answers.
  await page.context().clearCookies();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test("the dashboard that was seen is there without the server, without money [FIELD-02] [GEN-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await createProject(page, { name: "Pier Ten", units: ["101"] });
  await page.goto("/");
  const card = page.getByText("Active Projects").first();
  await expect(card).toBeVisible();
  await expect(page.getByText("No unit of an active project")).toBeVisible();
  await hide(page, "dashboard:summary");
  await hide(page, "analytics:risk");

  await loseServer(page.context());
  await page.goto("/");
  await expect(bar(page)).toContainText(/^(Reconnecting|Offline) · as of \d+:\d+ [AP]M$/);
  await expect(page.getByText("No unit of an active project")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pier Ten" })).toBeVisible();
});

test("without a line the state is told in whole words, and the page behind a dialog stays where it is [FIELD-05]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Twelve", "notes"));
  await page.context().setOffline(true);
  await dialog.getByLabel("New note").fill("Mind the step");
  await dialog.getByRole("button", { name: "Add Note" }).click();
  await expect(word(page)).toHaveText("Offline, 1 waiting");
  const text = word(page).locator("span");
  expect(await text.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  await expectBelow(
    page.getByRole("complementary", { name: "Sidebar", includeHidden: true }),
    bar(page),
  );
});

for (const width of [390, 320]) {
  test(`at ${String(width)} px the bar says everything, in the height that it has with less [FIELD-05]`, async ({
    openAs,
  }) => {
    const page = await openAs("manager", { ...phone, viewport: { width, height: 844 } });
    const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Fourteen", "notes"));
    await page.context().setOffline(true);
    await expect(bar(page)).toContainText(/^Offline · as of \d/);
    const before = await bar(page).boundingBox();
    const addNote = async (text: string) => {
      await dialog.getByRole("tab", { name: /Notes/ }).click();
      await dialog.getByLabel("New note").fill(text);
      await dialog.getByRole("button", { name: "Add Note" }).click();
      await dialog.getByRole("tab", { name: /Tasks/ }).click();
    };
    await addNote("Mind the step");
    await expect(bar(page)).toContainText(/^Offline, 1 waiting · as of .* · some is missing here$/);
    await expectWhole(bar(page));

    // The time of an earlier day is shown with its date.
    await page.clock.setFixedTime(Date.now() + 86_400_000);
    await addNote("Mind the door");
    await expect(bar(page)).toContainText(
      /^Offline, 2 waiting · as of [A-Z].* · some is missing here$/,
    );
    await expectWhole(bar(page));
    expect(await bar(page).boundingBox()).toEqual(before);
  });
}

test("on a phone a notice covers no bar [FIELD-05]", async ({ openAs }) => {
  const page = await openAs("manager", phone);
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Eleven", "photos"));
  await page.context().setOffline(true);
  await expect(bar(page)).toBeVisible();
  const file = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await dialog.getByLabel("Files for Before Photos").setInputFiles([file, pngFile("a.png")]);
  const notice = page.locator('[data-slot="toast"]');
  await expect(notice).toBeVisible();
  await settle(notice);
  await expectBelow(notice, bar(page));
});

test("on a phone neither a notice nor what goes on stands over the bar at the bottom [MYDAY-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const dialog = await openUnitTab(page, await createUnitTab(page, "Pier Thirteen", "photos"));
  const file = { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await dialog.getByLabel("Files for Before Photos").setInputFiles([file, pngFile("a.png")]);
  await dialog.getByRole("button", { name: "Close" }).click();
  const bottomBar = page.getByRole("navigation", { name: "Quick access" });
  await expect(bottomBar).toBeVisible();
  const work = page.getByRole("list", { name: "Work in progress" }).getByRole("listitem");
  for (const told of [page.locator('[data-slot="toast"]'), work]) {
    await expect(told).toBeVisible();
    await settle(told);
    await expectBelow(bottomBar, told);
  }
});
