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
  // The pages have no frames: without the search for them a run takes half the time.
  const inLight = await new AxeBuilder({ page })
    .setLegacyMode()
    .include(within)
    .options({ resultTypes: ["violations"] })
    .withTags(tags)
    .analyze();
  expect.soft(summaryOf(inLight), `${name}, light`).toEqual([]);

  await showIn(page, "dark");
  expect.soft(summaryOf(await contrastOf(page, within)), `${name}, dark`).toEqual([]);
}

/** Looks at the colours once more, with the axe that the run before has left in the page. */
async function contrastOf(page: Page, within: string): Promise<AxeResults> {
  return await page.evaluate(async (part) => {
    const { axe } = window as unknown as {
      axe: { run: (within: string, options: object) => Promise<AxeResults> };
    };
    return await axe.run(part, { runOnly: ["color-contrast"], resultTypes: ["violations"] });
  }, within);
}

/** Changes the colours and waits until nothing moves any more. */
async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  );
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
