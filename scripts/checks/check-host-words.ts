import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { wordsOfWorkspace } from "./host-words.ts";

const folder = "packages/convex-host";
const files = execFileSync("git", [
  ...["ls-files", "--cached", "--others", "--exclude-standard"],
  ...["--deduplicate", folder],
])
  .toString("utf8")
  .split("\n")
  .filter((file) => /\.(ts|tsx|md|json)$/.test(file));

const complaints = files.flatMap((file) =>
  wordsOfWorkspace(readFileSync(file, "utf8")).map(
    ({ line, word }) =>
      `${file}:${line}: "${word}" is a word of the workspace; the host serves any app`,
  ),
);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
