import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axeCore from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The source of axe with faster private fields. The source is compiled for old browsers and keeps each private field in
 * a WeakMap; here such fields are properties of their objects. A WeakMap that axe makes later, while it runs, stays a
 * WeakMap.
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

/** The values of an axe color that its text determines. */
type Color = { r: number; g: number; b: number; alpha: number };
type ColorClass = { prototype: { parseString: (this: Color, text: string) => Color } };
type Axe = typeof axeCore & { commons: { color: { Color: ColorClass } } };

/** Runs axe on a part of the page. The script stays in the page for the next run. */
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
 * Caches the colors that axe parses in the page. It parses them for each layer behind each text, and oklch colors are
 * slow: they took a fifth of its time on the board.
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
