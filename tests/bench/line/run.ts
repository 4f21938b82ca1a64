/**
 * Measures the screens on a phone with a slow processor and a poor connection, and prints the figures beside targets.
 *   npm run bench:line
 *   npm run bench:line -- units board      only these screens, and what is asked for before they are there
 *   npm run bench:line -- --visits 5       the best of five visits
 */
import { type Browser, chromium } from "@playwright/test";
import { parseArgs } from "node:util";
import { browserFlags, findBrowser } from "../../../scripts/browser/browser.ts";
import { Scene } from "../browser/scene.ts";
import { printTargets, type Target } from "../browser/targets.ts";
import { LiveLine } from "./live-line.ts";
import { line } from "./poor-line.ts";
import { type Arrival, type Screen, timeTo, Visit } from "./visit.ts";

const { values, positionals: named } = parseArgs({
  options: { visits: { type: "string", default: "2" } },
  allowPositionals: true,
});
const visits = Number(values.visits);
const results: Target[] = [];

const dashboard: Screen = {
  ...{ name: "dashboard", path: "/" },
  content: "main [aria-label='Units at risk'] ul[aria-busy=false]",
};

const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: browserFlags });
const scene = await Scene.open(browser, { units: 200, tasks: 18, photosOf: 0, seed: "demo" });
const live = await LiveLine.lay(scene.host.url, line);
try {
  await measureAll(browser, scene);
} finally {
  if (results.length > 0) printTargets(results);
  live.close();
  await scene.close();
  await browser.close();
}

async function measureAll(browser: Browser, scene: Scene): Promise<void> {
  for (const screen of screensOf(scene.projectId)) {
    if (named.length > 0 && !named.includes(screen.name)) continue;
    await measureScreen(browser, screen);
  }
  if (named.length === 0 || named.includes("second-start")) await measureSecondStart(browser);
  if (named.length === 0 || named.includes("taps")) await measureTaps(browser, scene);
}

/** The screens in the order of the menu. The selector of each matches content that needs an answer of the server. */
function screensOf(projectId: string): Screen[] {
  const of = (section: string) => `/projects/${projectId}/${section}`;
  const done = "main h1";
  const row = "main li, main tbody tr, main [role=listitem]";
  return [
    dashboard,
    { name: "my-day", path: "/my-day", content: done },
    { name: "board", path: "/board", content: "main [role=listitem]" },
    { name: "projects", path: "/projects", content: "main h2, main h3" },
    { name: "units", path: of("units"), content: "[aria-label=Units] [role=listitem]" },
    { name: "project-board", path: of("board"), content: "main [role=listitem]" },
    { name: "team", path: of("team"), content: done },
    { name: "time", path: of("time-tracking"), content: done },
    { name: "project-analytics", path: of("analytics"), content: done },
    { name: "analytics", path: "/analytics", content: done },
    { name: "reports", path: "/reports", content: done },
    { name: "team-management", path: "/team-management", content: row },
    { name: "user-management", path: "/user-management", content: row },
    { name: "audit", path: "/audit", content: row },
    { name: "task-templates", path: "/task-templates", content: row },
  ];
}

async function measureScreen(browser: Browser, screen: Screen): Promise<void> {
  const arrivals: Arrival[] = [];
  for (let at = 0; at < visits; at++) {
    const visit = await Visit.begin(browser, live);
    arrivals.push(await visit.open(screen));
    if (at === 0 && named.length > 0) await explain(visit);
    await visit.end();
  }
  const least = (figure: keyof Arrival) => Math.min(...arrivals.map((arrival) => arrival[figure]));
  const most = (figure: keyof Arrival) => Math.max(...arrivals.map((arrival) => arrival[figure]));
  const target = screen.name === "units" ? 3500 : 2500;
  const of = (what: string) => `${screen.name}: ${what}`;
  results.push({ name: of("largest paint"), unit: "ms", value: least("lcp"), target, digits: 0 });
  results.push({ name: of("content"), unit: "ms", value: least("content"), digits: 0 });
  results.push({ name: of("shifts"), unit: "", value: most("shifts"), target: 0.01, digits: 4 });
  results.push({
    name: of("requests before content"),
    unit: "",
    value: most("requests"),
    target: 10,
    digits: 0,
  });
  results.push({ name: of("loaded"), unit: "kB", value: most("kilobytes"), digits: 0 });
}

/**
 * Measures the start of the installed app on a device that has been used before: its files and the last answers are on
 * the device.
 */
async function measureSecondStart(browser: Browser): Promise<void> {
  const paints: number[] = [];
  const contents: number[] = [];
  for (let at = 0; at < visits; at++) {
    const visit = await Visit.begin(browser, live);
    await visit.open(dashboard);
    await visit.installed();
    const { lcp, content } = await visit.open(dashboard);
    paints.push(lcp);
    contents.push(content);
    await visit.end();
  }
  const name = "second start";
  results.push({ name, unit: "ms", value: Math.min(...paints), target: 800, digits: 0 });
  const value = Math.min(...contents);
  results.push({ name: `${name}: content`, unit: "ms", value, digits: 0 });
}

/** Prints the requested addresses and the layout shifts. */
async function explain(visit: Visit): Promise<void> {
  for (const address of visit.addresses) process.stdout.write(`${address}\n`);
  for (const moved of await visit.moved()) process.stdout.write(`moved: ${moved}\n`);
}

/** Measures the first tap on the menu of an idle page, and the navigation from there to a project's units. */
async function measureTaps(browser: Browser, scene: Scene): Promise<void> {
  const menu: number[] = [];
  const units: number[] = [];
  const [, , , , screen] = screensOf(scene.projectId);
  if (screen === undefined) return;
  for (let at = 0; at < visits; at++) {
    const visit = await Visit.begin(browser, live);
    const { page } = visit;
    // Opening a page of the project selects the project.
    await visit.open({
      ...screen,
      path: screen.path.replace("units", "team"),
      content: "main h1",
    });
    await visit.open({ name: "", path: "/", content: "main [aria-busy=false]" });
    const open = page
      .getByRole("navigation", { name: "Quick access" })
      .getByRole("button", { name: "Menu" });
    menu.push(await timeTo(page, "[data-slot=drawer]", () => open.tap()));
    const link = page.getByRole("dialog").getByRole("link", { name: "Units", exact: true });
    units.push(await timeTo(page, screen.content, () => link.tap()));
    await visit.end();
  }
  results.push({
    name: "first tap on the menu",
    unit: "ms",
    value: Math.min(...menu),
    target: 100,
    digits: 0,
  });
  results.push({
    name: "from the menu to 200 units",
    unit: "ms",
    value: Math.min(...units),
    target: 1000,
    digits: 0,
  });
}
