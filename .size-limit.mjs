import { existsSync, readFileSync } from "node:fs";

const folder = "dist/app";
const manifestPath = `${folder}/.vite/manifest.json`;

/** The entry chunk and everything it imports statically: what every first visit downloads. */
function firstJavaScript() {
  if (!existsSync(manifestPath)) throw new Error(`${manifestPath} is missing: run "npm run build"`);
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  const keys = new Set(Object.keys(manifest).filter((key) => manifest[key].isEntry));
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported);
  return [...keys].map((key) => `${folder}/${manifest[key].file}`);
}

export default [{ name: "first JavaScript", path: firstJavaScript(), gzip: true, limit: "180 kB" }];
