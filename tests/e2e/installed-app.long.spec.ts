import { expect } from "@playwright/test";
import { HostProcess } from "./support/host-process.ts";
import { installed, installedPhone, openServed } from "./support/installed.ts";
import { signInUnseen } from "./support/people.ts";
import { ProgramCopy } from "./support/program-copy.ts";
import { test } from "./support/test.ts";

test("a device whose browser has emptied the caches has the whole app again after the next start with a network [FIELD-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager", installedPhone);
  await openServed(page, "/my-day", "My Day");
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.includes("precache")) ?? "";
      return (await (await caches.open(name)).keys()).map(({ url }) => url).sort();
    });
  const whole = await kept();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

  await page.reload();
  await expect.poll(kept).toEqual(whole);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await page.getByRole("dialog").getByRole("link", { name: "Analytics" }).tap();
  await expect(page.getByRole("heading", { name: "Project Analytics" })).toBeVisible();
});

test("a page that began without a network stays signed in when the network is back, however late its token comes [FIELD-02] [FIELD-08]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor", installedPhone);
  await openServed(page, "/my-day", "My Day");
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "My Day" })).toBeVisible();
  // Wait until the first connection has failed, which makes its client discard what it was waiting for.
  await page.waitForEvent("console", (message) => message.text().includes("WebSocket connection"));
  const nextSocket = page.waitForEvent("websocket");
  await page.route("**/api/auth/token", async (route) => {
    await nextSocket;
    // The requests take longer than the socket needs to open and to subscribe.
    for (let each = 0; each < 10; each++) await page.request.get("/api/auth/user");
    await route.continue();
  });

  await page.context().setOffline(false);
  const live = page.getByText("Live", { exact: true }).filter({ visible: true });
  await expect(live).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/my-day/);
  await expect(page.getByRole("heading", { name: "My Day" })).toBeVisible();
});

test.describe("a new version", () => {
  let copy: ProgramCopy;
  let host: HostProcess;

  test.beforeAll(async () => {
    copy = new ProgramCopy();
    host = await HostProcess.startCopy(copy.main, { SEED: "templates" });
  });
  test.afterAll(async () => {
    await host.stop();
    copy.remove();
  });

  test("offers itself, leaves who types alone, and takes over by its button and in unseen tabs [FIELD-01]", async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: host.url, ...installed });
    const typing = await context.newPage();
    await signInUnseen(typing, "manager");
    await openServed(typing, "/projects", "Projects");
    const other = await context.newPage();
    await openServed(other, "/", "Project Dashboard");

    await typing.getByRole("button", { name: "Create Project" }).first().click();
    await typing.getByLabel("Project Name").fill("Half a na");
    copy.becomeNewer("analytics");
    await host.restart();
    await typing.evaluate(async () => (await navigator.serviceWorker.ready).update());

    await expect(other.getByText("A new version is ready", { exact: true })).toBeVisible();
    await other.getByRole("button", { name: "Reload" }).click();
    await expect(other.locator("meta[name=newer]")).toBeAttached();

    // The tab of the earlier version continues, although the server no longer has some of its chunks.
    await typing.getByLabel("Project Name").pressSequentially("me");
    await expect(typing.getByLabel("Project Name")).toHaveValue("Half a name");
    await typing.keyboard.press("Escape");
    await typing.getByRole("link", { name: "Analytics" }).click();
    await expect(typing.getByRole("heading", { name: "Project Analytics" })).toBeVisible();
    await context.close();
  });
});
