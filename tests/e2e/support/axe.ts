import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axeCore from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Looks at a part of the page with axe, which stays in the page for the next look. */
export async function runAxe(
  page: Page,
  within: string,
  options: axeCore.RunOptions,
): Promise<axeCore.AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return await page.evaluate(
    async ([part, rules]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      return await axe.run(part, rules);
    },
    [within, options] as const,
  );
}
