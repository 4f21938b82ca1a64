/**
 * Measures the units screen and the board in a real browser on the built program and prints the figures beside their targets.
 *   npm run bench:browser
 *   npm run bench:browser -- ticks scroll    only these: ticks, opening, photos, scroll, bytes, board, palette
 */
import { chromium, type Page } from "@playwright/test";
import { browserFlags, findBrowser } from "../../../scripts/browser/browser.ts";
import {
  measureBareInteraction,
  measureOpening,
  measurePhotosTab,
  measureScroll,
  slowDown,
  workOf,
} from "./interactions.ts";
import { Samples } from "../measure.ts";
import { coldTaps, measureBoardOpening, measureBoardScroll, measureBoardTaps } from "./board.ts";
import { measureFloor } from "./floor.ts";
import { measurePalette } from "./palette.ts";
import { Scene } from "./scene.ts";
import { measureTickCost } from "./sent-bytes.ts";
import { coldTicks, measureTicks } from "./ticks.ts";
import { printTargets, type Target } from "./targets.ts";

type Seen = { here: Samples; there: Samples };

/** The pause of a quick person before the next tick. */
const HAND_MS = 700;

const named = process.argv.slice(2);
const isWanted = (name: string) => named.length === 0 || named.includes(name);
const results: Target[] = [];

const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: browserFlags });
try {
  await measureAll();
} finally {
  printTargets(results);
  await browser.close();
}

async function measureAll(): Promise<void> {
  if (isWanted("board")) await withScene({ units: 500, tasks: 25 }, board);
  if (isWanted("palette")) await withScene({ units: 1000, tasks: 2, projects: 10 }, palette);
  if (named.every((name) => name === "board" || name === "palette") && named.length > 0) return;
  if (isWanted("bytes")) await withScene({ units: 200 }, measureBytes);
  await withScene({ units: 500 }, async (scene) => {
    if (isWanted("bytes")) await measureBytes(scene);
    if (isWanted("ticks")) await ticks(scene);
    if (isWanted("opening")) await opening(scene);
    if (isWanted("photos")) await photos(scene);
    if (isWanted("scroll")) await scroll(scene);
  });
}

async function withScene(
  { units, tasks = 18, projects = 1 }: { units: number; tasks?: number; projects?: number },
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const photosOf = projects === 1 ? 12 : 0;
  const scene = await Scene.open(browser, { units, tasks, photosOf, projects });
  try {
    await work(scene);
  } finally {
    await scene.close();
  }
}

async function measureBytes(scene: Scene): Promise<void> {
  for (const inPages of [false, true]) {
    const { sentKb, unpackedKb, cpuMs } = await measureTickCost(scene, { inPages, ticks: 100 });
    const what = `a tick of ${scene.unitIds.length} units, ${inPages ? "in pages" : "whole"}`;
    results.push({ name: `${what}: sent`, unit: "kB", value: sentKb });
    results.push({ name: `${what}: unpacked`, unit: "kB", value: unpackedKb });
    results.push({ name: `${what}: processor time of the host`, unit: "ms", value: cpuMs });
  }
}

/** Measures the floor of a tick in the same pages, and the ratio of each tick to it. Cold ticks count in neither. */
async function floor(
  scene: Scene,
  what: string,
  { here, there }: Seen,
  cold: string,
): Promise<void> {
  const bare = await measureFloor(scene, 60);
  const of = (name: string, value: number, unit: "ms" | "" = "ms") =>
    results.push({ name, unit, value });
  of("floor: plain button painted here, p95", bare.here.quantile(0.95));
  of("floor: its mark by a bare socket in the other window, p95", bare.there.quantile(0.95));
  const times = (of95: Samples, floor95: Samples) => of95.quantile(0.95) / floor95.quantile(0.95);
  of(`${what} here, times the floor (${cold} left out)`, times(here, bare.here), "");
  of(`${what} in the other window, times the floor`, times(there, bare.there), "");
}

async function ticks(scene: Scene): Promise<void> {
  const hundred = { count: 100, perUnit: 32 };
  const byHand = await measureTicks(scene, { ...hundred, pauseMs: HAND_MS, firstUnit: 0 });
  const of = (name: string, value: number, target?: number) =>
    results.push({ name, unit: "ms", value, ...(target !== undefined && { target }) });
  of("tick painted here, p95", byHand.here.quantile(0.95), 50);
  of("tick painted in the other window, p95", byHand.there.quantile(0.95), 100);
  of("tick painted here, median", byHand.here.p50);
  of("tick painted in the other window, median", byHand.there.p50);
  await floor(scene, "tick", byHand, `${coldTicks} cold ones a window`);
  const burst = await measureTicks(scene, { ...hundred, pauseMs: 0, firstUnit: 10 });
  of("tick of a burst painted here, p95", burst.here.quantile(0.95));
  of("tick of a burst painted in the other window, p95", burst.there.quantile(0.95));
}

async function opening(scene: Scene): Promise<void> {
  const page = await scene.openWindow();
  const count = 12;
  const work = await workOf(page, () => measureOpening(page, count));
  await slowDown(page, 4);
  const samples = await measureOpening(page, count);
  results.push({ name: "a unit opens, 4 x slower", unit: "ms", value: samples.p50, target: 200 });
  results.push({ name: "the slowest of them", unit: "ms", value: samples.quantile(1) });
  results.push({ name: "work of opening and closing it", unit: "ms", value: work / count });
  await interactionFloor(page, "a unit opens", samples);
  await scene.closeWindows();
}

/** Measures the press of a plain button in the same slow page, and the ratio of an interaction to it. */
async function interactionFloor(page: Page, what: string, samples: Samples): Promise<void> {
  const bare = await measureBareInteraction(page, 12);
  results.push({ name: "floor: a plain button, 4 x slower", unit: "ms", value: bare.p50 });
  results.push({ name: `${what}, times the floor`, unit: "", value: samples.p50 / bare.p50 });
}

async function photos(scene: Scene): Promise<void> {
  const page = await scene.openWindow();
  const count = 12;
  const work = await workOf(page, () => measurePhotosTab(page, count));
  await slowDown(page, 4);
  const samples = await measurePhotosTab(page, count);
  results.push({ name: "its photos, 4 x slower", unit: "ms", value: samples.p50, target: 150 });
  results.push({ name: "the slowest of them", unit: "ms", value: samples.quantile(1) });
  results.push({ name: "work of opening, photos, closing", unit: "ms", value: work / count });
  await interactionFloor(page, "its photos", samples);
  await scene.closeWindows();
}

async function scroll(scene: Scene): Promise<void> {
  const page = await scene.openWindow();
  let frames = new Samples();
  const work = await workOf(page, async () => {
    frames = await measureScroll(page);
  });
  const atOnce = frames.quantile(0.95);
  results.push({ name: "scrolling 500 units, frame p95", unit: "ms", value: atOnce, target: 20 });
  results.push({ name: "work of a frame, mean", unit: "ms", value: work / frames.count });
  await slowDown(page, 4);
  const slow = (await measureScroll(page)).quantile(0.95);
  results.push({ name: "the same 4 x slower, frame p95", unit: "ms", value: slow, target: 33 });
  await scene.closeWindows();
}

/** Measures the search over 10,000 units with 20,000 tasks. */
async function palette(scene: Scene): Promise<void> {
  const { keys, texts, names, tasks } = await measurePalette(scene, 10);
  const of = (name: string, value: number, target?: number) =>
    results.push({ name, unit: "ms", value, ...(target === undefined ? {} : { target }) });
  of("a key of the palette painted, 10,000 units, p95", keys.quantile(0.95), 50);
  of("a key of the palette painted, median", keys.p50);
  of("tasks in the palette painted, with 150 ms of calm, p95", texts.quantile(0.95));
  of("tasks in the palette painted, median", texts.p50);
  of("GET /api/search, median", names.p50);
  of("GET /api/search/text, median", tasks.p50);
}

/** Measures the board of 500 units with 25 tasks each, and the cost of one tick on it. */
async function board(scene: Scene): Promise<void> {
  const of = (name: string, value: number, target?: number) =>
    results.push({ name, unit: "ms", value, ...(target === undefined ? {} : { target }) });
  const opening = await measureBoardOpening(scene, 10);
  of("the board opens, median", opening.p50, 500);
  const { here, there } = await measureBoardTaps(scene, 100);
  of("tap on the board painted here, p95", here.quantile(0.95), 50);
  of("tap on the board painted in the other window, p95", there.quantile(0.95), 100);
  of("tap on the board painted here, median", here.p50);
  of("tap on the board painted in the other window, median", there.p50);
  await floor(scene, "tap on the board", { here, there }, `${coldTaps} cold ones`);
  const page = await scene.openBoard();
  let frames = new Samples();
  const work = await workOf(page, async () => {
    frames = await measureBoardScroll(page);
  });
  of("scrolling the board, frame p95", frames.quantile(0.95), 20);
  of("work of a frame of the board, mean", work / frames.count);
  await scene.closeWindows();
}
