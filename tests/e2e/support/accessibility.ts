import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { runAxe } from "./axe.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks a part of the page with all rules of axe except color contrast, which does not depend on the width. */
export async function expectWellFormed(page: Page, within: string, name: string): Promise<void> {
  const result = await runAxe(page, within, {
    runOnly: tags,
    rules: { "color-contrast": { enabled: false } },
    resultTypes: ["violations"],
  });
  expect.soft(summaryOf(result), name).toEqual([]);
}

/** Checks a part of the page with axe: all rules in the light scheme, and color contrast in the dark scheme too. */
export async function expectAccessible(
  page: Page,
  within = "html",
  name = "the page",
): Promise<void> {
  await showIn(page, "light");
  const inLight = await runAxe(page, within, { runOnly: tags, resultTypes: ["violations"] });
  expect.soft(summaryOf(inLight), `${name}, light`).toEqual([]);

  await showIn(page, "dark");
  const inDark = await runAxe(page, within, {
    runOnly: ["color-contrast"],
    resultTypes: ["violations"],
  });
  expect.soft(summaryOf(inDark), `${name}, dark`).toEqual([]);
}

/** Changes the color scheme and waits until all animations have finished. */
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

/** Checks that the page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(widths.content).toBeLessThanOrEqual(widths.window);
}
