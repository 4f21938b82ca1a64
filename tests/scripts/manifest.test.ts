import { readFileSync } from "node:fs";
import { decode } from "fast-png";
import { expect, test } from "vitest";

interface Image {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
  form_factor?: string;
}

const manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8")) as {
  start_url: string;
  display: string;
  icons: Image[];
  screenshots: Image[];
  shortcuts: { name: string; url: string }[];
};
const page = readFileSync("index.html", "utf8");

test("the manifest has what browsers ask of an app that can be installed [FIELD-01]", () => {
  expect(manifest).toMatchObject({ start_url: "/my-day", display: "standalone" });
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]),
  );
  expect(manifest.screenshots.map((shot) => shot.form_factor)).toEqual(["narrow", "wide"]);
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(["My Day", "Camera", "Board"]);
  for (const link of ["manifest.webmanifest", "icons/apple-touch-icon.png"])
    expect(page).toContain(`href="/${link}"`);
});

test("every icon has the size that the manifest says [FIELD-01]", () => {
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === "image/png")) {
    const { width, height } = decode(readFileSync(`public${src}`));
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});
