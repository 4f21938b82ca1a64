import { expect, type Locator } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import {
  assignNewTask,
  assignTasks,
  createProject,
  createTeam,
  giveTasks,
  readUnits,
} from "./support/function-client.ts";
import { phone, test } from "./support/test.ts";

test.use({ seed: "templates" });

async function expectBeside(title: Locator, button: Locator) {
  await expect(button).toBeVisible();
  const [ofTitle, ofButton] = [await title.boundingBox(), await button.boundingBox()];
  expect(ofButton?.y).toBeLessThan((ofTitle?.y ?? 0) + (ofTitle?.height ?? 0));
}

test("on a phone the state of the connection stands below the name of the product [SHELL-22]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { ...phone, isMobile: true });
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: /menu/i }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  const word = menu.locator('[data-slot="connection"]');
  await expect(word).toHaveText("Live");
  const place = await word.evaluate((element) => {
    const name = document.createRange();
    if (element.previousSibling) name.selectNode(element.previousSibling);
    const [{ bottom }, { top }] = [name.getBoundingClientRect(), element.getBoundingClientRect()];
    return { bottomOfName: bottom, topOfWord: top };
  });
  expect(place.topOfWord).toBeGreaterThanOrEqual(place.bottomOfName - 1);
});

test("on a phone the buttons of the board and of the units stand beside the title", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, { name: "Print House", units: ["A1"] });
  await page.goto("/board");
  const print = page.getByRole("button", { name: "Print", exact: true });
  await expectBeside(page.getByRole("heading", { name: "Turn Board" }), print);
  await expectNoSidewaysScroll(page);

  await page.goto(`/projects/${id}/units`);
  const toBoard = page.getByRole("link", { name: "Open Board" });
  await expectBeside(page.getByRole("heading", { name: "Unit Management" }), toBoard);
  await expectNoSidewaysScroll(page);
});

test("on a phone the field that finds a unit on the board has room for a name [BOARD-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  await createProject(page, { name: "Field House", units: ["A1"] });
  await page.goto("/board");
  const field = page.getByRole("searchbox", { name: "Find a unit" });
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThan(phone.viewport.width / 3);
  await expectNoSidewaysScroll(page);
});

test("on a phone a long name without a gap stays in the card of its unit on the board [BOARD-10] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const name = "Tower-".padEnd(80, "x");
  const { id } = await createProject(page, { name: "Long House", units: [name] });
  await page.goto(`/projects/${id}/board`);
  const title = page.getByRole("heading", { name });
  await expect(title).toBeVisible();
  expect(await title.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
});

test("on a phone the lists that the menu of a task leads to stand in the window, and its calendar opens [BOARD-04] [BOARD-10] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const { id } = await createProject(page, { name: "Menu House", units: ["A1"] });
  await assignTasks(page, id, 1);
  await page.goto(`/projects/${id}/board`);
  const button = page.getByRole("button", { name: /^Menu of .*, unit A1/ });
  for (const [item, choice] of [
    ["Who", "Nobody"],
    ["Blocked", "Reason and note"],
  ] as const) {
    await button.tap();
    await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).tap();
    const list = page.getByRole("menu").last();
    await expect(list.getByText(choice).first()).toBeVisible();
    await expect.poll(() => sidesOf(list)).toEqual({ isCutLeft: false, isCutRight: false });
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }

  await button.tap();
  await page.getByRole("menuitem", { name: /^Due date/ }).tap();
  await page.getByRole("button", { name: "Today", exact: true }).tap();
  await expect(page.getByRole("button", { name: /^Menu of .*, unit A1.*, due / })).toBeVisible();

  await button.tap();
  await page.getByRole("menuitem", { name: /^Due date/ }).tap();
  await expect(page.getByRole("button", { name: /^Today, .*, selected$/ })).toBeVisible();
  await expectAccessible(page, '[data-slot="popover"]', "a calendar with today chosen");
});

/** Tells whether the window cuts off a side of an element. */
async function sidesOf(element: Locator) {
  const box = await element.boundingBox();
  const right = (box?.x ?? 0) + (box?.width ?? 0);
  return { isCutLeft: (box?.x ?? -1) < 0, isCutRight: right > phone.viewport.width };
}

test("on a phone the titles of the dashboard's panels stand on one line [TURN-10]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const unit = { name: "101", moveOutDate: "2026-01-02", monthlyRent: 990_000 };
  await createProject(page, { name: "Dear Court", units: [unit] });
  await page.goto("/");
  const title = page.getByRole("heading", { name: "Units at risk" });
  await expect(page.getByText(/Vacancy loss this month \$\d{2,3},\d{3}/)).toBeVisible();
  const lines = await title.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

test("on a phone no word of 80 letters pushes a button off the screen [BOARD-10] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const name = "Longword".repeat(10);
  const { id } = await createProject(page, { name, units: ["101"] });
  await assignNewTask(page, id, { name, category: name });
  await createTeam(page, id, [name]);
  await giveTasks(page, id);
  const expectInside = async (button: Locator) => {
    await expect(button).toBeVisible();
    const { x = 0, width = 0 } = (await button.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(390);
  };

  await page.goto(`/projects/${id}/board`);
  await expectInside(page.getByRole("button", { name: `Menu of ${name}` }));
  const [unit] = await readUnits(page, id);
  await page.goto(`/projects/${id}/units?unit=${unit?.id ?? ""}`);
  await expectInside(page.getByRole("dialog").getByRole("button", { name: "Dates" }));
  await page.goto(`/reports?project=${id}`);
  await page.getByRole("button", { name: "Generate Report" }).click();
  await expectInside(page.getByRole("button", { name: "Export CSV" }));
  await expectNoSidewaysScroll(page);
});

test("a timesheet is as wide as the narrowest screen that pages are made for [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("manager", { ...phone, viewport: { width: 320, height: 640 } });
  const { id } = await createProject(page, { name: "Narrow House", units: ["A1"] });
  await createTeam(page, id, ["Lee"]);
  await page.goto(`/projects/${id}/time-tracking`);
  await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
  await expect(page.getByText("Crew Lee").first()).toBeVisible();
  await expectNoSidewaysScroll(page);
});
