import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = "dist/app";

function read(name) {
  const path = `${folder}/.vite/${name}`;
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build"`);
  return JSON.parse(readFileSync(path, "utf8"));
}

const manifest = read("manifest.json");
const screens = read("screens.json");

/** The page with its first code in it, which every first visit downloads, and the styles. */
function firstFiles() {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  return ["index.whole.html", ...(entry.css ?? [])];
}

const chunksOf = (screen) => screens.find(({ pattern }) => pattern === screen).chunks;

/** All files that a browser downloads before it can show a screen as the first page of a visit. */
const pageOf = (screen) => [...firstFiles(), ...chunksOf(screen)].map(sentFile);

/** The file that the host sends for a name: the compressed copy of the build, if there is one. */
function sentFile(name) {
  const file = join(folder, name);
  return existsSync(`${file}.br`) ? `${file}.br` : file;
}

const budget = (name, screen, limit) => ({ name, path: pageOf(screen), limit, brotli: false });

export default [
  budget("first page: the dashboard", "/", "182 kB"),
  budget("first page: units", "/projects/$projectId/units", "255 kB"),
  budget("first page: the board", "/board", "262 kB"),
];
