import { expect, type Page } from "@playwright/test";

/** Adds up the layout shifts of the page from its next load on, with the texts of what moved. */
export async function followShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = 0;
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        window.shifts += value;
        window.moved.push(...sources.map(({ node }) => node?.textContent?.slice(0, 60)));
      }
    }).observe({ type: "layout-shift" });
  `);
}

/** Leaves out the shifts up to now. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate("window.shifts = 0; window.moved = []");
}

/** Checks that nothing has moved in a way that a person would notice. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const { shifts, moved } = await page.evaluate<{ shifts: number; moved: string[] }>(
    "({ shifts: window.shifts, moved: window.moved })",
  );
  expect.soft(shifts, `${what}: ${moved.join(" | ")}`).toBeLessThanOrEqual(0.01);
}
