import { existsSync, readFileSync } from "node:fs";

const folder = "dist/app";

function read(name) {
  const path = `${folder}/.vite/${name}`;
  if (!existsSync(path)) throw new Error(`${path} is missing: run "npm run build"`);
  return JSON.parse(readFileSync(path, "utf8"));
}

const manifest = read("manifest.json");
const screens = read("screens.json");

/** The entry chunk and everything it imports statically, which every first visit downloads, and the styles. */
function firstFiles() {
  const keys = new Set(Object.keys(manifest).filter((key) => manifest[key].isEntry));
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported);
  const files = [...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  return files.map((file) => `${folder}/${file}`);
}

const chunksOf = (screen) => screens.find(({ pattern }) => pattern === screen).chunks;

/** All that a browser downloads before a screen can show itself, when it is the first page of a visit. */
const pageOf = (screen) => [...firstFiles(), ...chunksOf(screen).map((file) => folder + file)];

// Brotli is what browsers get.
export default [
  { name: "first page: the dashboard", path: pageOf("/"), limit: "210 kB" },
  { name: "first page: units", path: pageOf("/projects/$projectId/units"), limit: "292 kB" },
  { name: "first page: the board", path: pageOf("/board"), limit: "307 kB" },
];
