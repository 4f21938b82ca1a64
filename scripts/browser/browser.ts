import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macOsPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

// The address bar's suggestions open two more pages in every window, which is half of a test's work. Chromium reads
// only the last of several such lists, so this one repeats the entries of Playwright's list that use the network or
// change how pages load. "SpareRenderer" starts a spare process for each window, which most tests never use.
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

/**
 * Chromium flags. They let it run as root, in a container and without a network, and turn off features that tests do
 * not need.
 */
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

/** The path of the Chromium that runs the browser tests; null when no Chromium starts on this machine. */
export function findBrowser(): string | null {
  return findProgram(names, [...macOsPaths, chromium.executablePath()]);
}

/**
 * The path of Chromium's headless shell, or null. It takes a seventh less processor time than the browser with windows,
 * and cannot play the picture of a camera.
 */
export function findHeadlessShell(): string | null {
  return findProgram(["chromium-headless-shell"]);
}

/** The path of a Firefox that Mozilla or a distribution has built, or null. */
export function findFirefox(): string | null {
  return findProgram(["firefox-esr", "firefox"]);
}

/** The path of the WebKitGTK driver; null without it or without xvfb-run, which provides an invisible display. */
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

// Checks that the program runs: some systems install a stub that only says where to get the browser.
function starts(path: string, harmless: string): boolean {
  return spawnSync(path, [harmless], { stdio: "ignore", timeout: 20_000 }).status === 0;
}
