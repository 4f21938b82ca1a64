import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screenLinks } from "../../server/screen-links.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "screens-"));
  await mkdir(join(folder, ".vite"));
  const screens = {
    "/": ["/assets/home.js"],
    "/projects": ["/assets/all.js"],
    "/projects/$projectId/units": ["/assets/units.js", "/assets/lists.js"],
  };
  await writeFile(join(folder, ".vite/screens.json"), JSON.stringify(screens));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

test.each([
  ["/", ["/assets/home.js"]],
  ["/projects/", ["/assets/all.js"]],
  ["/projects/k57/units", ["/assets/units.js", "/assets/lists.js"]],
  ["/projects/k57/none", []],
  ["/favicon.svg", []],
])("the page at %s is sent with the chunks of its screen", (pathname, chunks) => {
  expect(screenLinks(folder)(pathname)).toEqual(
    chunks.map((chunk) => `<${chunk}>; rel=modulepreload`),
  );
});
