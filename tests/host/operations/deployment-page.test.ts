import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, settingNames } from "../../../host/config.ts";
import { startMetrics } from "../../../host/metrics/metrics.ts";

const readme = readFileSync("README.md", "utf8");
const page = readFileSync("docs/deployment.md", "utf8");

/** What the first cells of a table's rows have in backticks; the table is the one whose head begins with `head`. */
function firstCells(text: string, head: string): string[] {
  const table = new RegExp(`^\\| ${head} .*\\n((?:\\|.*\\n)+)`, "m").exec(text)?.[1] ?? "";
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
}

/** The events of the log that tell of something wrong, as the code of the host writes them. */
function eventsOfCode(): Set<string> {
  const sources = readdirSync("host", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join("host", file), "utf8"));
  const patterns = [
    /log\.(?:warn|error)\(\s*"([^"]+)"/g,
    /\bevent: "([^"]+)"/g,
    /errorLog\("([^"]+)"/g,
  ];
  const found = patterns.flatMap((pattern) =>
    sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? "")),
  );
  return new Set(found);
}

test("[O3] README explains every setting, and no other", () => {
  expect(firstCells(readme, "variable").sort()).toEqual([...settingNames].sort());
});

test("[O3] the settings that the deployment page begins with are right", () => {
  const [, block = ""] = /```sh\n(SITE_URL=[^]*?)```/.exec(page) ?? [];
  const lines = block.trim().split("\n");
  const config = readConfig(Object.fromEntries(lines.map((line) => line.split("="))));

  expect(config).toMatchObject({ siteUrl: "https://turns.example.com", trustedProxies: 1 });
  expect(config.warnings).toEqual([]);
  expect(settingNames).toEqual(expect.arrayContaining(lines.map((line) => line.split("=")[0])));
});

test("[H9] the deployment page lists the events that tell of something wrong, and no other", () => {
  expect(firstCells(page, "event").sort()).toEqual([...eventsOfCode()].sort());
});

test("[O10] the deployment page lists the host's own metrics, and no other", async () => {
  const gauges = { sockets: () => 0, watchedQueries: () => 0 };
  const shown = await (await startMetrics()).show(gauges);
  const names = [...shown.matchAll(/^# TYPE (turnboard_\w+)/gm)].map((match) => match[1]);

  expect(firstCells(page, "series").sort()).toEqual(names.sort());
});
