import { expect, type BrowserContext, type Page } from "@playwright/test";
import { assignTasks, createProject } from "./support/function-client.ts";
import { keptKeys } from "./support/kept.ts";
import { bar, expectBelow, word } from "./support/connection.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

const unit = (page: Page) => page.getByRole("dialog", { name: "101" });
const tasks = (page: Page) => unit(page).getByRole("listitem");

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
