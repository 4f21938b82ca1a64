import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, settingNames } from "../../server/settings.ts";
import { functionEnvironment } from "../../server/function-environment.ts";
import { securityHeaders, startMetrics } from "convex-host/inside";
import { contentSecurityPolicy } from "../../server/content-security-policy.ts";
import { workspaceNames } from "../../server/workspace-options.ts";
import { workspacePaths } from "../../server/workspace-paths.ts";

const settingsPage = readFileSync("docs/settings.md", "utf8");
const page = readFileSync("docs/deployment.md", "utf8");
const officialPage = readFileSync("docs/official-convex.md", "utf8");

/** The names in backticks in the first cells of a table's rows; the table is the one whose head begins with `head`. */
function firstCells(text: string, head: string): string[] {
  const table = new RegExp(`^\\| ${head} .*\\n((?:\\|.*\\n)+)`, "m").exec(text)?.[1] ?? "";
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""));
}

/** Returns the names of the log events about problems in the source of the host. */
function eventsOfCode(): Set<string> {
  const sources = ["packages/convex-host/src", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, file), "utf8")),
  );
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

test("the settings page explains every setting, and no other [O3]", () => {
  expect(firstCells(settingsPage, "variable").sort()).toEqual([...settingNames].sort());
});

test("the settings that the deployment page begins with are right [O3]", () => {
  const [, block = ""] = /```sh\n(SITE_URL=[^]*?)```/.exec(page) ?? [];
  const lines = block.trim().split("\n");
  // Values must be quoted: systemd and the shell both read the file, and parse everything else differently.
  const settings = lines.map((line) => /^(\w+)='([^']*)'$/.exec(line)?.slice(1) ?? [line, ""]);
  const config = readConfig(Object.fromEntries(settings));

  expect(config).toMatchObject({ siteUrl: "https://turns.example.com", trustedProxies: 1 });
  expect(config.warnings).toEqual([]);
  expect(settingNames).toEqual(expect.arrayContaining(settings.map(([name]) => name)));
});

/** Runs the update on the page step by step; the step that begins with `failing` fails. */
function updateSteps(failing: string): string[] {
  const [, commands = ""] = /```sh\n(turnboard backup [^\n]*before-[^]*?)```/.exec(page) ?? [];
  const stubs = ["turnboard", "rm", "cp", "cd", "mv", "git", "npm", "systemctl"].map(
    (name) =>
      `${name}() { echo "${name} $*"; case "${name} $*" in "${failing}"*) return 1; esac; }`,
  );
  const done = spawnSync("sh", ["-c", `${stubs.join("\n")}\n${commands}`], { encoding: "utf8" });
  expect(done.stderr).toBe("");
  return done.stdout.trim().split("\n");
}

test("the update on the deployment page backs up, swaps and starts again [O7]", () => {
  expect(updateSteps("nothing").slice(-5)).toEqual([
    "systemctl stop turnboard",
    "rm -rf /opt/turnboard.before",
    "mv /opt/turnboard /opt/turnboard.before",
    "mv /opt/turnboard.next /opt/turnboard",
    "systemctl start turnboard",
  ]);
  // If an earlier attempt left its copy, the new copy would be put inside of it.
  expect(updateSteps("nothing")[1]).toBe("rm -rf /opt/turnboard.next");
  expect(updateSteps("nothing")[0]).toMatch(/before-[0-9-]{17}$/);
});

test.each(["turnboard backup", "cp", "git pull", "npm ci", "npm run build"])(
  "when %j fails, the update on the deployment page leaves running what runs [O7]",
  (failing) => {
    const steps = updateSteps(failing);

    expect(steps.at(-2)).toMatch(new RegExp(`^${failing}`));
    expect(steps.at(-1)).toBe("systemctl start turnboard");
  },
);

test("the deployment page lists the events that tell of something wrong, and no other [H9]", () => {
  expect(firstCells(page, "event").sort()).toEqual([...eventsOfCode()].sort());
});

test("the deployment page lists the host's own metrics, and no other [O10]", async () => {
  const names = { prefix: workspaceNames.instanceName, placeOf: workspacePaths.placeOf };
  const gauges = { sockets: () => 0, watchedQueries: () => 0, databaseLogBytes: () => 0 };
  const shown = await (await startMetrics(names)).show(gauges);
  const series = [...shown.matchAll(/^# TYPE (turnboard_\w+)/gm)].map((match) => match[1]);

  expect(firstCells(page, "series").sort()).toEqual(series.sort());
});

test.each(["nginx", "caddyfile"])(
  "the %s for official Convex gives pages the headers that the host gives them [H11]",
  (language) => {
    const block = officialPage.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
    const headers = {
      ...securityHeaders("https://turns.example.com"),
      "Content-Security-Policy": contentSecurityPolicy({ imageOrigins: [], scriptHashes: [] }),
    };

    for (const [name, value] of Object.entries(headers)) {
      expect(block).toContain(name);
      expect(block).toContain(value);
    }
  },
);

test("the page for official Convex names every variable that functions get from the host [O3]", () => {
  const env = {
    ...{ OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" },
    COMPANY_LOGO_URL: "https://example.com/logo.svg",
  };
  const names = Object.keys(functionEnvironment(readConfig(env), "https://turns.example.com"));
  // The log level of the sign-in library is a free choice, so the page need not name it.
  const own = ["AUTH_LOG_LEVEL"];

  for (const name of names.filter((one) => !own.includes(one)))
    expect(officialPage).toContain(`\`${name}\``);
});
