import { expect } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject } from "./support/function-client.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

test("signed-out pages fit a phone", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...phone, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  for (const path of ["/", "/auth-troubleshoot"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await context.close();
});

test("on a phone the sidebar is a drawer that closes after a choice [SHELL-22]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Project Dashboard" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeHidden();

  await page.getByRole("banner").getByRole("button", { name: /menu/i }).click();
  await menu.getByRole("link", { name: "Projects", exact: true }).click();

  await expect(page.getByRole("heading", { name: "Projects", exact: true })).toBeVisible();
  await expect(menu).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test("18 tasks of a unit take at most one and a half screens of a phone, a row of 48 px each, and all tabs stand in the narrowest one", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, { name: "Checklist House", units: ["A1"] });
  await assignTasks(page, id, 18);
  await page.goto(`/projects/${id}/units`);
  await page.getByRole("button", { name: "View Details" }).click();
  const rows = page.getByRole("dialog").getByRole("listitem");
  await expect(rows).toHaveCount(18);
  expect((await rows.first().boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const scrolled = await page.getByRole("tabpanel").evaluate((body) => body.scrollHeight);
  const above = (await page.getByRole("tabpanel").boundingBox())?.y ?? 0;
  expect(above + scrolled).toBeLessThanOrEqual(1.5 * phone.viewport.height);

  // The narrowest screen that pages are made for, or one of twice the size under a magnification of 200 %.
  await page.setViewportSize({ width: 320, height: 640 });
  const tabs = page.getByRole("tablist");
  await expect.poll(() => tabs.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
});

test("units, tasks and dialogs fit a phone", async ({ openAs }) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, {
    name: "A project with a name that is much too long for the screen of any phone",
    units: ["Unit with a long name of its own, second floor left", "102"],
  });
  await assignTasks(page, id, 5);
  await page.goto(`/projects/${id}/units`);
  await expect(page.getByRole("button", { name: "View Details" }).first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.getByRole("button", { name: "View Details" }).first().click();
  await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("tab", { name: "Notes" }).click();
  const words = "A note without any gap https://example.com/";
  await page.getByLabel("New note").fill(words.padEnd(200, "x"));
  await page.getByRole("button", { name: "Add Note" }).click();
  await expect(page.getByRole("listitem").getByText(words)).toBeVisible();
  const body = page.getByRole("tabpanel");
  expect(await body.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Assign Tasks" }).click();
  await expect(page.getByRole("dialog").getByRole("checkbox").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
