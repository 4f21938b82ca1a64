import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject, planDay } from "./support/function-client.ts";
import { pngFile } from "./support/image-files.ts";
import { toastOn } from "./support/notifications.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function setUp(page: Page, name: string) {
  const { id } = await createProject(page, { name, units: ["A1"] });
  await assignTasks(page, id, 4);
  await planDay(page, id, { tasks: 4, supervisor: "project_supervisor" });
}

const groupOf = (page: Page, name: string) =>
  page.getByRole("listitem", { name: "A1" }).filter({ hasText: name });

/** Makes a function that taps an element and counts the taps. */
function counter() {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.tap();
    },
  };
}

test("a supervisor ticks three tasks of a unit, takes four photos and writes a note with at most 11 taps [MYDAY-01] [MYDAY-02] [MYDAY-03]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const page = await openAs("supervisor", phone);
  await setUp(manager, "Tap House");
  const { tap, taps } = counter();
  await page.goto("/");

  await tap(page.getByRole("link", { name: "My Day" }));
  const unit = groupOf(page, "Tap House");
  await expect(unit.getByRole("button", { name: /^Complete / })).toHaveCount(4);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, '[aria-label="Quick access"]');
  for (const left of [3, 2, 1]) {
    // A second tap at one place within a moment belongs to a double tap. The last row stands elsewhere each time.
    await tap(unit.getByRole("button", { name: /^Complete / }).last());
    await expect(unit.getByRole("button", { name: /^Complete / })).toHaveCount(left);
  }
  await expect(toastOn(page, "3 tasks completed")).toBeVisible();

  await tap(unit.getByRole("link", { name: "Take photos of A1" }));
  await tap(page.getByRole("radio", { name: "Completion" }));
  const choosing = page.waitForEvent("filechooser");
  await tap(page.getByRole("button", { name: "Choose files", exact: true }));
  const names = ["a.png", "b.png", "c.png", "d.png"];
  await (await choosing).setFiles(names.map((name, at) => pngFile(name, { hue: 60 * at })));
  await tap(page.getByRole("link", { name: "Photos of the unit" }));
  const dialog = page.getByRole("dialog", { name: "A1" });
  await tap(dialog.getByRole("tab", { name: "Notes" }));
  await tap(dialog.getByLabel("New note"));
  await page.keyboard.type("Door is done");
  await tap(dialog.getByRole("button", { name: "Add Note" }));

  await expect(dialog.getByRole("listitem").getByText("Door is done")).toBeVisible();
  await dialog.getByRole("tab", { name: "Photos" }).tap();
  await expect(dialog.getByRole("button", { name: /^Open / })).toHaveCount(4);
  expect(taps()).toBeLessThanOrEqual(11);
});

test("a task completed on my day leaves it for another, and Undo puts it back for both [MYDAY-01] [MYDAY-02]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const mine = await openAs("supervisor");
  await setUp(manager, "Undo House");
  const other = await openAs("supervisor");
  for (const page of [mine, other]) await page.goto("/my-day");
  const left = (page: Page) =>
    groupOf(page, "Undo House").getByRole("button", { name: /^Complete / });
  await expect(left(other)).toHaveCount(4);

  await left(mine).first().click();
  await expect(left(other)).toHaveCount(3);
  await toastOn(mine, "Task updated successfully").getByRole("button", { name: "Undo" }).click();

  for (const page of [mine, other]) await expect(left(page)).toHaveCount(4);
});

test("a manager without tasks sees who works where over the width of the page [MYDAY-04]", async ({
  openAs,
}) => {
  const page = await openAs("manager");
  await page.goto("/my-day");
  await expect(page.getByText("Nothing to do today")).toBeVisible();
  const panel = page.getByRole("region", { name: "Who works where today" });
  await expect(panel.getByRole("listitem").first()).toBeVisible();
  const people = panel.getByRole("listitem", { name: /^(Julia Novak|Lena Fischer)$/ });
  const [first, second] = [await people.first().boundingBox(), await people.last().boundingBox()];
  expect(second?.y).toBe(first?.y);
  const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  expect(await width(panel)).toBeGreaterThan(0.9 * (await width(page.getByRole("main"))) - 64);
  await expectNoSidewaysScroll(page);
});

/** True when the box of the element holds the first letter of its text, and not the last. */
async function showsItsBeginning(element: Locator): Promise<boolean> {
  return await element.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    const text = box.firstChild;
    const last = (text?.textContent ?? "").length - 1;
    const holds = (at: number) => {
      const letter = document.createRange();
      letter.setStart(text ?? box, at);
      letter.setEnd(text ?? box, at + 1);
      const place = letter.getBoundingClientRect();
      return place.left >= left - 1 && place.right <= right + 1;
    };
    return holds(0) && !holds(last);
  });
}

test("a name that is read from the right and has no room loses its end, as every other, on the board and on My Day [GEN-07]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const supervisor = await openAs("supervisor", { viewport: { width: 390, height: 844 } });
  const names = {
    arabic: "الشقة الكبيرة في الطابق العلوي من المبنى الشمالي قرب الحديقة القديمة",
    hebrew: "הדירה הגדולה בקומה העליונה של הבניין הצפוני ליד הגן הישן והשקט",
    latin: "The large apartment on the upper floor of the northern building by the old park",
  };
  for (const name of Object.values(names)) {
    const { id } = await createProject(manager, { name, units: [name] });
    await assignTasks(manager, id, 1);
    await planDay(manager, id, { tasks: 1, supervisor: "project_supervisor" });
  }

  await supervisor.goto("/my-day");
  for (const name of Object.values(names)) {
    await manager.goto(`/board?q=${encodeURIComponent(name)}`);
    for (const page of [manager, supervisor]) {
      const shown = page.getByRole("main").locator(".truncate", { hasText: name });
      await expect(shown).toHaveCount(2);
      for (const one of await shown.all()) expect(await showsItsBeginning(one), name).toBe(true);
    }
  }
});

test("the cards of a day take their room before they are drawn, so that nothing jumps when it opens [MYDAY-01] [GEN-07]", async ({
  openAs,
}) => {
  const page = await openAs("supervisor", { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(`
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifts += value;
    }).observe({ type: "layout-shift", buffered: true });
  `);
  await page.goto("/my-day");
  await expect(page.getByRole("heading", { name: /^Overdue/ })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Loft 3" }).first()).toBeVisible();
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");

  expect(await page.evaluate("window.shifts")).toBeLessThanOrEqual(0.01);
});
