import { pathToFileURL } from "node:url";
import { runStep } from "../run-steps.ts";
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
 * Finds a browser for the tests or installs one, beside whatever else runs, and prints each attempt. Returns its path, or
 * null when no attempt succeeds.
 */
export async function installBrowser(wanted: Wanted = chromium): Promise<string | null> {
  const { name, find, help, attempts } = wanted;
  const found = find();
  if (found !== null) {
    console.log(`${name}: ${found}`);
    return found;
  }
  for (const { what, commands } of attempts) {
    console.log(`${name}: none installed, trying ${what}`);
    const installed = (await runInTurn(what, commands)) ? find() : null;
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

const env = {
  DEBIAN_FRONTEND: "noninteractive",
  PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000",
};
// A slow mirror is fine, a download that hangs is not.
const longestMs = 5 * 60_000;

/** Runs commands until one fails, whose output it prints; true when all end well. */
async function runInTurn(name: string, commands: Attempt["commands"]): Promise<boolean> {
  for (const command of commands) {
    const signal = AbortSignal.timeout(longestMs);
    const { passed, output } = await runStep({ name, command, env, signal });
    if (passed) continue;
    console.log(output);
    return false;
  }
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  // Firefox and WebKit are for the tests in every engine.
  const wanted = process.argv.includes("--others") ? [firefox, webkit] : [chromium];
  const found: (string | null)[] = [];
  // One after the other: apt-get lets nobody in beside it.
  for (const each of wanted) found.push(await installBrowser(each));
  process.exitCode = found.includes(null) ? 1 : 0;
}
