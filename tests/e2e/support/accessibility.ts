import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe finds nothing in this part of the page: every rule in light, and the colours in dark too. */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const inLight = await new AxeBuilder({ page }).include(within).withTags(tags).analyze();
  expect(summaryOf(inLight), "light").toEqual([]);

  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const inDark = await new AxeBuilder({ page })
    .include(within)
    .withRules("color-contrast")
    .analyze();
  expect(summaryOf(inDark), "dark").toEqual([]);
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
