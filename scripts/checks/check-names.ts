import { execFileSync } from "node:child_process";
import { basename } from "node:path";

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|css)$/;
const camel = /^[a-z][A-Za-z0-9]*(\.config)?\.ts$/;
const drawers = /^(utils?|helpers?|misc|common|index)\.(ts|tsx)$/;
// The router names its files after addresses: __root.tsx, index.tsx, projects.$projectId.units.tsx.
const routeFile = /^src\/(routes\/|routeTree\.gen\.ts$)/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
  .toString("utf8")
  .split("\n")
  .filter((file) => /\.(ts|tsx|css)$/.test(file) && !file.startsWith("convex/_generated/"));

const complaints = files.flatMap((file) => complaintsAbout(file));
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;

function complaintsAbout(file: string): string[] {
  const name = basename(file);
  if (routeFile.test(file)) return [];
  if (drawers.test(name)) return [`${file}: name the one idea it holds`];
  if (file.startsWith("convex/")) return camel.test(name) ? [] : [`${file}: use camelCase.ts`];
  if (!/^(src|server|packages|tests|scripts)\//.test(file)) return [];
  return kebab.test(name) ? [] : [`${file}: use kebab-case`];
}
