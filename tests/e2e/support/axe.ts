import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axeCore from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * axe, whose classes keep their private fields on their objects: their source, written for old browsers, keeps each field of
 * each color in a WeakMap. What axe makes while it runs is a WeakMap as ever.
 */
const sourceWithFields = `{
  let isLoading = true;
  class Fields {
    key = Symbol();
    constructor() { if (!isLoading) return new WeakMap(); }
    has(object) { return this.key in object; }
    get(object) { return object[this.key]; }
    set(object, value) { object[this.key] = value; return this; }
    add(object) { object[this.key] = true; return this; }
  }
  ((WeakMap, WeakSet) => {${source}
  })(Fields, Fields);
  isLoading = false;
}`;

/** A color of axe, as far as its text says it. */
type Color = { r: number; g: number; b: number; alpha: number };
type ColorClass = { prototype: { parseString: (this: Color, text: string) => Color } };
type Axe = typeof axeCore & { commons: { color: { Color: ColorClass } } };

/** Looks at a part of the page with axe, which stays in the page for the next look. */
export async function runAxe(
  page: Page,
  within: string,
  options: axeCore.RunOptions,
): Promise<axeCore.AxeResults> {
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(sourceWithFields);
    await page.evaluate(rememberColors);
  }
  return await page.evaluate(
    async ([part, rules]) => {
      const { axe } = window as unknown as { axe: Axe };
      return await axe.run(part, rules);
    },
    [within, options] as const,
  );
}

/**
 * Lets axe, in the page, read the text of a color once. It does so for each layer behind each text, and an oklch color takes it
 * long: a fifth of its time on the board.
 */
function rememberColors(): void {
  const { axe } = window as unknown as { axe: Axe };
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Color>();
  prototype.parseString = function (text) {
    const before = known.get(text);
    if (before !== undefined) return Object.assign(this, before);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}
