import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macOsPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

// The suggestions of the address bar are two pages more in every window, half of a test's work. Of several such lists only
// the last one counts: the others are those of Playwright's own that ask the network or change how pages are loaded.
// "SpareRenderer" starts a process ahead for each window, which most tests end without using.
const disabledFeatures = [
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Flags under which Chromium runs as root, in a sandbox and without a network, and does nothing that tests do not need. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  `--disable-features=${disabledFeatures.join(",")}`,
];

/** The Chromium the browser tests run in, or null when this machine has none that starts. */
export function findBrowser(): string | null {
  return findProgram(names, [...macOsPaths, chromium.executablePath()]);
}

/**
 * The same Chromium without windows, which takes a seventh less processor time, or null. It plays no picture of a camera.
 */
export function findHeadlessShell(): string | null {
  return findProgram(["chromium-headless-shell"]);
}

/** Firefox as its maker or a distribution builds it, or null. */
export function findFirefox(): string | null {
  return findProgram(["firefox-esr", "firefox"]);
}

/** The driver of WebKitGTK, or null without it or without a display that nobody sees. */
export function findWebKit(): string | null {
  const display = findProgram(["xvfb-run"], [], "--help");
  return display === null ? null : findProgram(["WebKitWebDriver"], [], "--help");
}

function findProgram(
  called: readonly string[],
  otherPaths: readonly string[] = [],
  harmless = "--version",
): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter).concat("/usr/bin");
  const installed = called.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [...new Set([...installed, ...otherPaths])];
  return candidates.find((path) => existsSync(path) && starts(path, harmless)) ?? null;
}

// Some systems install a stub that only says where to get the browser.
function starts(path: string, harmless: string): boolean {
  return spawnSync(path, [harmless], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
