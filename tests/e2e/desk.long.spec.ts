import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import {
  addNote,
  assignTasks,
  createProject,
  readTasks,
  readUnits,
} from "./support/function-client.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "templates" });

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Opens the global search field by its keyboard shortcut. */
async function openField(page: Page) {
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(page.getByText("Live", { exact: true }).first()).toBeAttached();
  await press(page, "Control+k");
  await expect(field).toBeFocused();
  return field;
}

async function newProject(page: Page, name: string, units: string[], tasks = 0) {
  const { id } = await createProject(page, { name, units });
  if (tasks > 0) await assignTasks(page, id, tasks);
  return { id, units: await readUnits(page, id) };
}

test("the field over everything is used by keyboard alone, and gives the focus back [QUICK-01]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id, units } = await newProject(page, "Magnolia Palette", ["P104", "P204"], 3);
  await page.goto(`/projects/${id}/board`);
  const button = page.getByRole("button", { name: /^Search/ });
  await button.focus();
  const field = await openField(page);
  await expectAccessible(page, "[role=dialog]", "the field without a text");

  await page.keyboard.type("mangolia p204");
  await expect(page.getByRole("option")).toHaveText([/P204/]);
  await press(page, "Escape");
  await expect(field).toBeHidden();
  await expect(button).toBeFocused();

  await openField(page);
  await page.keyboard.type("magnolia");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await press(page, "ArrowDown", "ArrowUp", "Enter");
  await expect(page).toHaveURL(new RegExp(`/projects/${id}/units$`));
  expect(units).toHaveLength(2);
});

test("a task and a note are found by their texts, and stand in sight with the focus [QUICK-01]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id, units } = await newProject(page, "Linden Texts", ["L1", "L2"], 20);
  const unitId = units[1]?.id ?? "";
  const last = (await readTasks(page, unitId)).at(-1);
  const noteId = await addNote(page, unitId, `${"Long ".repeat(400)} zeppelin under the mat`);
  for (let at = 0; at < 12; at++) await addNote(page, unitId, `Later ${String(at)}`);

  await page.goto("/");
  await openField(page);
  await page.keyboard.type(`linden l2 ${last?.name ?? ""}`);
  const task = page.getByRole("group", { name: "Tasks" }).getByRole("option");
  await expect(task.first()).toContainText("L2, Linden Texts");
  await expectAccessible(page, "[role=dialog]", "the field with tasks");
  await press(page, "Enter");
  const row = page.getByRole("listitem", { name: last?.name ?? "" });
  await expect(row).toBeInViewport();
  await expect(row).toBeFocused();
  await expectAccessible(page, "[role=dialog]", "the unit with its task");

  // The search starts from the open unit, on a phone.
  await page.setViewportSize({ width: 390, height: 800 });
  await openField(page);
  await page.keyboard.type("mat zeppelin");
  const note = page.getByRole("group", { name: "Notes" }).getByRole("option");
  await expect(note).toContainText("zeppelin under the mat");
  await expectNoSidewaysScroll(page);
  await press(page, "Enter");
  await expect(page).toHaveURL(`/projects/${id}/units?unit=${unitId}&tab=notes&note=${noteId}`);
  const found = page.getByRole("listitem").filter({ hasText: "zeppelin" });
  await expect(found).toBeInViewport();
  await expect(found).toBeFocused();
  await press(page, "Escape");
  await expect(page).toHaveURL(/^[^?]*$/);
});

test("? lists the keys, which are switched off by keyboard and stay off [QUICK-02]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/projects");
  const list = page.getByRole("dialog", { name: /keys/i });
  await expect(async () => {
    await press(page, "?");
    await expect(list).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page, "[role=dialog]", "the list of keys");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);

  const keysSwitch = list.getByRole("checkbox", { name: /^Keys without/ });
  await keysSwitch.focus();
  await press(page, "Space");
  await expect(keysSwitch).not.toBeChecked();
  await press(page, "Escape", "g", "b");
  await expect(page).toHaveURL(/\/projects$/);
  await page.reload();
  await openField(page);
  await page.keyboard.type("show keys");
  await press(page, "Enter");
  await expect(keysSwitch).not.toBeChecked();
  await keysSwitch.focus();
  await press(page, "Space", "Escape", "g", "b");
  await expect(page).toHaveURL(/\/board$/);
});

test("units are selected with Ctrl and Shift, and changed together by keyboard [QUICK-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await newProject(page, "Chosen Court", ["C1", "C2", "C3", "C4"]);
  await page.goto(`/projects/${id}/units`);
  const cards = page.getByRole("button", { name: "View Details" });
  await cards.nth(0).click({ modifiers: ["ControlOrMeta"] });
  await cards.nth(2).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("3 selected");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await expect(bar.getByRole("button", { name: "State" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });

  await bar.getByRole("button", { name: "State" }).focus();
  await press(page, "Enter");
  await page.getByRole("menuitem", { name: "Completed" }).focus();
  await press(page, "Enter");
  await expect(toastOn(page, "3 units completed")).toBeVisible();
  const states = (await readUnits(page, id)).map(({ status }) => status);
  expect(states).toEqual(["completed", "completed", "completed", "not_started"]);
  await press(page, "Escape");
  await expect(bar).toBeHidden();
});

test("tasks and cells of the board are selected with x and Shift, without a pointer [QUICK-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id, units } = await newProject(page, "Board Chosen", ["B1", "B2"], 4);
  await page.goto(`/projects/${id}/units?unit=${units[0]?.id ?? ""}`);
  const bar = page.getByRole("region", { name: "Selection" });
  const boxes = page.getByRole("dialog").getByRole("checkbox", { name: /^Select/ });
  await boxes.first().focus();
  await press(page, "Space");
  await expect(bar).toContainText("1 selected");
  await boxes.nth(2).focus();
  await press(page, "Shift+Space");
  await expect(bar).toContainText("3 selected");
  await expectAccessible(page, "[role=dialog]", "tasks with the selection");
  await press(page, "Escape");
  await expect(bar).toBeHidden();

  await page.goto(`/projects/${id}/board`);
  const cell = page.locator("[data-slot=board] [data-task]").first();
  await cell.focus();
  await press(page, "x");
  await expect(bar).toContainText("1 selected");
  await press(page, "Shift+ArrowRight", "Shift+ArrowDown");
  await expect(bar).toContainText("4 selected");
  await expectAccessible(page);
  await press(page, "Escape");
  await expect(bar).toBeHidden();
});

async function paste(page: Page, text: string) {
  await page.getByRole("dialog").getByRole("textbox").first().focus();
  await page.evaluate(async (pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
    await Promise.resolve();
  }, text);
}

test("a pasted sheet shows an error a row, and its units are made all at once [QUICK-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await newProject(page, "Sheet Court", ["Taken"]);
  await page.goto(`/projects?dialog=units&project=${id}`);
  await paste(
    page,
    [
      "Unit\tMove out\tReady by\tRent",
      '=HYPERLINK("http://evil.test")\t2026-03-02\t2026-03-09\t$1,450.00',
      "Ünit 第二 шесть\t03/02/2026\tMar 9, 2026\t1450",
      "Taken\t2026-02-30\t2026-03-09\tmany",
      "\t2026-03-02\t\t",
    ].join("\n"),
  );
  const table = page.getByRole("table", { name: "Pasted units" });
  await expect(table).toBeVisible();
  await expect(page.getByText("2 rows with errors")).toBeVisible();
  await expectAccessible(page, "[role=dialog]", "the preview of a sheet");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const add = page.getByRole("dialog").getByRole("button", { name: "Add Units" });
  await expect(add).toBeDisabled();
  await page.getByRole("button", { name: "Leave Out 2 Rows" }).focus();
  await press(page, "Enter");
  await expect(add).toBeEnabled();
  await add.focus();
  await press(page, "Enter");
  await expect(toastOn(page, "2 units added")).toBeVisible();
  const units = await readUnits(page, id);
  // A formula is a name like any other: text that is never evaluated.
  expect(units.map(({ name, monthlyRent }) => [name, monthlyRent])).toEqual(
    expect.arrayContaining([
      ['=HYPERLINK("http://evil.test")', 1450],
      ["Ünit 第二 шесть", 1450],
    ]),
  );
});

test("ten thousand pasted rows are read, refused for their number, and stay quick to leave [QUICK-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  const { id } = await newProject(page, "Long Sheet", ["Taken"]);
  await page.goto(`/projects?dialog=units&project=${id}`);
  const rows = Array.from({ length: 10_000 }, (_, at) => `U${String(at)}\t2026-03-02`);
  await paste(page, ["Unit\tMove out", ...rows].join("\n"));
  await expect(page.getByRole("alert")).toContainText("10,000 units are too many");
  // Only the visible rows are rendered.
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Add Units" })).toBeDisabled();
  await page.getByRole("button", { name: "Type Names Instead" }).focus();
  await press(page, "Enter");
  await expect(page.getByRole("table")).toBeHidden();
});
