import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { screenLinks } from "../../server/screen-links.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "screens-"));
  await mkdir(join(folder, ".vite"));
  const screens = [
    { pattern: "/", chunks: ["/home.js"], reads: [] },
    { pattern: "/projects", chunks: ["/all.js"], reads: [] },
    {
      pattern: "/projects/$projectId/team",
      chunks: ["/team.js", "/lists.js"],
      reads: ["/api/projects/$projectId/team"],
    },
  ];
  await writeFile(join(folder, ".vite/screens.json"), JSON.stringify(screens));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

test.each([
  ["/", ["/home.js"]],
  ["/projects/", ["/all.js"]],
  ["/projects/k57/team", ["/team.js", "/lists.js"]],
  ["/projects/k57/none", []],
  ["/projects/k5>, <7/team", []],
  // Each link repeats the path, and proxies accept no headers of hundreds of kilobytes.
  [`/projects/${"k".repeat(65)}/team`, []],
  ["/favicon.svg", []],
])("the page at %s is sent with the chunks of its screen", (pathname, chunks) => {
  expect(screenLinks(folder)(pathname, "")).toEqual(
    chunks.map((chunk) => `<${chunk}>; rel=modulepreload; fetchpriority=low`),
  );
});

test("the token and the styles of every page stand before the reads and the code of its screen; its first code is in it", async () => {
  const built = await mkdtemp(join(tmpdir(), "screens-"));
  await mkdir(join(built, ".vite"));
  const screens = [{ pattern: "/", chunks: ["/home.js"], reads: ["/api/projects"] }];
  await writeFile(join(built, ".vite/screens.json"), JSON.stringify(screens));
  const manifest = {
    "index.html": { isEntry: true, file: "index.js", css: ["index.css"], imports: ["_line.js"] },
    "_line.js": { file: "line.js" },
    "_other.js": { file: "other.js" },
  };
  await writeFile(join(built, ".vite/manifest.json"), JSON.stringify(manifest));
  expect(screenLinks(built)("/", "turnboard_session=s")).toEqual([
    "</api/auth/token>; rel=preload; as=fetch; crossorigin=use-credentials",
    "</index.css>; rel=preload; as=style; crossorigin",
    "</api/projects>; rel=preload; as=fetch; crossorigin=use-credentials",
    "</home.js>; rel=modulepreload; fetchpriority=low",
  ]);
  await rm(built, { recursive: true });
});

test.each(["turnboard_session=s", "a=b; __Host-turnboard_session=s"])(
  "who is signed in (%s) is sent the first reads of the screen before its code",
  (cookies) => {
    expect(screenLinks(folder)("/projects/k57/team", cookies)).toEqual([
      "</api/auth/token>; rel=preload; as=fetch; crossorigin=use-credentials",
      "</api/projects/k57/team>; rel=preload; as=fetch; crossorigin=use-credentials",
      "</team.js>; rel=modulepreload; fetchpriority=low",
      "</lists.js>; rel=modulepreload; fetchpriority=low",
    ]);
  },
);
