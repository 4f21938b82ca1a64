import { expect, type Locator } from "@playwright/test";
import { expectNoSidewaysScroll } from "./support/accessibility.ts";
import { assignTasks, createProject, planDay } from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use({ seed: "demo" });

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
