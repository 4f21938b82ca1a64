import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { findBrowser } from "./browser.ts";

type Attempt = { what: string; commands: readonly (readonly [string, ...string[]])[] };

/** Finds a browser for the tests or installs one, saying what it does; null when none can be had. */
export function installBrowser(): string | null {
  const found = findBrowser();
  if (found !== null) {
    console.log(`Browser: ${found}`);
    return found;
  }
  for (const { what, commands } of attempts()) {
    console.log(`Browser: none installed, trying ${what}`);
    const done = commands.every((command) => run(command));
    const installed = done ? findBrowser() : null;
    if (installed !== null) {
      console.log(`Browser: ${installed}`);
      return installed;
    }
    console.log(`Browser: ${what} did not help`);
  }
  console.error("Browser: none to be had. Install Chromium or Chrome and run this again.");
  return null;
}

function attempts(): Attempt[] {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): [string, ...string[]] => {
    const [file = "apt-get", ...rest] = [...asRoot, "apt-get", ...args];
    return [file, ...rest];
  };
  return [
    {
      what: "Playwright's own download",
      commands: [["npx", "playwright", "install", "chromium"]],
    },
    {
      what: "the Debian package chromium",
      commands: [
        apt("update", "-q"),
        apt("install", "-y", "-q", "--no-install-recommends", "chromium"),
      ],
    },
  ];
}

// Five minutes: a slow mirror is fine, a download that hangs is not.
function run([file, ...args]: readonly [string, ...string[]]): boolean {
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: "noninteractive",
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000",
  };
  const stdio = ["ignore", "inherit", "inherit"] as const;
  return spawnSync(file, args, { stdio: [...stdio], env, timeout: 300_000 }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = installBrowser() === null ? 1 : 0;
}
