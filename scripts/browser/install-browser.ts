import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { findBrowser, findFirefox, findWebKit } from "./browser.ts";

type Attempt = { what: string; commands: readonly (readonly [string, ...string[]])[] };
type Wanted = { name: string; find: () => string | null; help: string; attempts: Attempt[] };

const chromium: Wanted = {
  name: "Browser",
  find: findBrowser,
  help: "Install Chromium or Chrome and run this again.",
  attempts: [
    {
      what: "Playwright's own download",
      commands: [["npx", "playwright", "install", "chromium"]],
    },
    byApt("chromium", "chromium-headless-shell"),
    // Some distributions have no package of the second name.
    byApt("chromium"),
  ],
};
const firefox: Wanted = {
  name: "Firefox",
  find: findFirefox,
  help: "Install Firefox (Debian: firefox-esr) and run this again.",
  attempts: [byApt("firefox-esr")],
};
const webkit: Wanted = {
  name: "WebKit",
  find: findWebKit,
  help: "Install WebKitWebDriver and xvfb-run (Debian: webkit2gtk-driver, xvfb and xauth) and run this again.",
  attempts: [byApt("webkit2gtk-driver", "xvfb", "xauth")],
};

/**
 * Finds a browser for the tests or installs one, and prints each attempt. Returns its path, or null when no attempt
 * succeeds.
 */
export function installBrowser(wanted: Wanted = chromium): string | null {
  const { name, find, help, attempts } = wanted;
  const found = find();
  if (found !== null) {
    console.log(`${name}: ${found}`);
    return found;
  }
  for (const { what, commands } of attempts) {
    console.log(`${name}: none installed, trying ${what}`);
    const done = commands.every((command) => run(command));
    const installed = done ? find() : null;
    if (installed !== null) {
      console.log(`${name}: ${installed}`);
      return installed;
    }
    console.log(`${name}: ${what} did not help`);
  }
  console.error(`${name}: none to be had. ${help}`);
  return null;
}

function byApt(...packages: string[]): Attempt {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args: string[]): [string, ...string[]] => {
    const [file = "apt-get", ...rest] = [...asRoot, "apt-get", ...args];
    return [file, ...rest];
  };
  return {
    what: `the Debian ${packages.length === 1 ? "package" : "packages"} ${packages.join(", ")}`,
    commands: [
      apt("update", "-q"),
      apt("install", "-y", "-q", "--no-install-recommends", ...packages),
    ],
  };
}

// The limit is five minutes: a slow mirror is fine, a download that hangs is not.
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
  // Firefox and WebKit are for the tests in every engine.
  const wanted = process.argv.includes("--others") ? [firefox, webkit] : [chromium];
  const found = wanted.map((each) => installBrowser(each));
  process.exitCode = found.includes(null) ? 1 : 0;
}
