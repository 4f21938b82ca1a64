import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "@playwright/test";

const folder = "public/icons";
const mark = readFileSync("public/favicon.svg", "utf8");
/** The mark on a square without round corners: systems cut icons to shapes of their own. */
const square = mark.replace('rx="8" ', "");
const background = /fill="(#\w+)"/.exec(mark)?.[1] ?? "";

const icons = [
  { name: "icon-192", size: 192, svg: mark, share: 1 },
  { name: "icon-512", size: 512, svg: mark, share: 1 },
  // Systems show at least the inner four fifths of a maskable icon; the mark fills most of that.
  { name: "maskable-192", size: 192, svg: square, share: 0.84 },
  { name: "maskable-512", size: 512, svg: square, share: 0.84 },
  { name: "apple-touch-icon", size: 180, svg: square, share: 0.9 },
];

/** Draws the icons of the installed app from the product mark. */
export async function drawIcons(browser: Browser): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { name, size, svg, share } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = share === 1 ? "transparent" : background;
    const drawn = svg.replace("<svg", `<svg width="${size * share}" height="${size * share}"`);
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">${drawn}`,
    );
    writeFileSync(`${folder}/${name}.png`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
}
