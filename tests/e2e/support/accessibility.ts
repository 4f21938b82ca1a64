import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe finds nothing in this part of the page: every rule in light, and the colours in dark too. */
export async function expectAccessible(
  page: Page,
  within = "html",
  name = "the page",
): Promise<void> {
  await showIn(page, "light");
  const inLight = await axe(page, within).withTags(tags).analyze();
  expect.soft(summaryOf(inLight), `${name}, light`).toEqual([]);

  await showIn(page, "dark");
  const inDark = await axe(page, within).withRules("color-contrast").analyze();
  expect.soft(summaryOf(inDark), `${name}, dark`).toEqual([]);
}

function axe(page: Page, within: string): AxeBuilder {
  // The pages have no frames: without the search for them a run takes half the time.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .include(within);
}

/** Changes the colours and waits until every one of them has arrived. */
async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

function summaryOf({ violations }: AxeResults) {
  return violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
  }));
}

/** Nothing makes this page wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(widths.content).toBeLessThanOrEqual(widths.window);
}
