/**
 * Uploads photos over a slow connection, once without and once with cuts, and prints the duration beside the time that
 * the connection needs.
 *   npm run bench:uploads
 *   npm run bench:uploads -- --photos 6 --cuts 2
 */
import { type Browser, chromium, type Page, request } from "@playwright/test";
import { randomFillSync } from "node:crypto";
import { parseArgs } from "node:util";
import { encode } from "fast-png";
import { browserFlags, findBrowser } from "../../../scripts/browser/browser.ts";
import { HostProcess } from "../../e2e/support/host-process.ts";
import type { ImageFile } from "../../e2e/support/image-files.ts";
import { addressOf } from "../../e2e/support/people.ts";
import { printTargets, type Target } from "../browser/targets.ts";
import { PacedLine, type Sending } from "./paced-line.ts";

const { values } = parseArgs({
  options: {
    photos: { type: "string", default: "20" },
    cuts: { type: "string", default: "4" },
  },
});
const count = Number(values.photos);
const cuts = Number(values.cuts);

const bytesASecond = 5_000_000 / 8;
const photoBytes = 3_000_000;
/** The duration of a cut in milliseconds. */
const cutMs = 3000;

const results: Target[] = [];
const browser = await chromium.launch({ executablePath: findBrowser() ?? "", args: browserFlags });
const host = await HostProcess.start({ SEED: "templates", SIGN_IN_LIMIT: "0", LOG_LEVEL: "error" });
try {
  await measure(browser, { name: "a whole line", cuts: 0 });
  await measure(browser, { name: "a line with cuts", cuts });
} finally {
  if (results.length > 0) printTargets(results);
  await host.stop();
  await browser.close();
}

async function measure(browser: Browser, { name, cuts }: { name: string; cuts: number }) {
  const line = await PacedLine.lay(host.url, bytesASecond);
  const context = await browser.newContext({ baseURL: line.url });
  const { unitId, address, stored } = await createUnit(name);
  await context.request.get(`/api/login?login_hint=${addressOf("admin")}`);
  const page = await context.newPage();
  await page.goto(address);
  const files = Array.from({ length: count }, (_, at) => noise(`${String(at)}.png`));
  await page.getByLabel("Files for Before Photos").setInputFiles(files);
  const button = page.getByRole("button", { name: `Upload ${String(count)} Photos` });
  const startedAt = performance.now();
  await button.click();
  const cutAt = Array.from({ length: cuts }, (_, at) => ((at + 1) * count) / (cuts + 1));
  let down = 0;
  while ((await stored(unitId)) < count || (await isSending(page))) {
    if (cutAt.length > 0 && takenBy(line.sendings) >= (cutAt[0] ?? 0)) {
      down += await cutOnce(line, { losesAnswer: cutAt.length % 2 === 0 });
      cutAt.shift();
    }
    await page.waitForTimeout(100);
  }
  const took = performance.now() - startedAt;
  await context.close();
  await line.cut();
  report({ name, took, down, sendings: line.sendings, stored: await stored(unitId) });
}

/**
 * Cuts the connection for a while. With `losesAnswer`, it waits until the server has stored a photo and drops the
 * response.
 */
async function cutOnce(
  line: PacedLine,
  { losesAnswer }: { losesAnswer: boolean },
): Promise<number> {
  if (losesAnswer) {
    const before = takenBy(line.sendings);
    line.swallowNextAnswer();
    while (takenBy(line.sendings) === before) await wait(20);
  }
  const cutFrom = performance.now();
  await line.cut();
  await wait(cutMs);
  await line.mend();
  return performance.now() - cutFrom;
}

function report(run: {
  name: string;
  took: number;
  down: number;
  sendings: readonly Sending[];
  stored: number;
}): void {
  const { name, took, down, sendings, stored } = run;
  const bytes = sendings.reduce((sum, sending) => sum + sending.bytes, 0);
  const needed = takenOf(sendings).reduce((sum, sending) => sum + sending.bytes, 0);
  const floor = (1000 * needed) / bytesASecond;
  const again = sendings.filter(
    ({ key, bytes: sent }, at) =>
      sent > 0 && sendings.slice(0, at).some((earlier) => earlier.isStored && earlier.key === key),
  );
  const of = (what: string) => `${name}: ${what}`;
  results.push({ name: of("what the line needs"), unit: "ms", value: floor, digits: 0 });
  results.push({
    name: of("uploaded, without the time of the cuts"),
    unit: "ms",
    value: took - down,
    // A cut discards half-sent photos, so the connection needs the time for them again.
    target: Math.round(1.2 * (floor + (1000 * (bytes - needed)) / bytesASecond)),
    digits: 0,
  });
  results.push({ name: of("sent in vain"), unit: "kB", value: (bytes - needed) / 1024, digits: 0 });
  results.push({
    name: of("photos sent after they had arrived"),
    unit: "",
    value: again.length,
    target: 0,
    digits: 0,
  });
  results.push({
    name: of("photos lost or doubled"),
    unit: "",
    value: Math.abs(stored - count),
    target: 0,
    digits: 0,
  });
}

function takenOf(sendings: readonly Sending[]): Sending[] {
  return sendings.filter(({ isStored }) => isStored);
}

function takenBy(sendings: readonly Sending[]): number {
  return takenOf(sendings).length;
}

/** Creates a unit. Returns the page of its photos, and a function that counts its photos on the server. */
async function createUnit(name: string) {
  const api = await request.newContext({ baseURL: host.url });
  await api.get(`/api/login?login_hint=${addressOf("admin")}`);
  const answer = await api.post("/api/projects", { data: { name, units: ["A1"] } });
  const { id } = (await answer.json()) as { id: string };
  const listed = await api.get(`/api/projects/${id}/units`);
  const [unit] = (await listed.json()) as { id: string }[];
  const unitId = unit?.id ?? "";
  const stored = async (of: string) => {
    const photos = await api.get(`/api/units/${of}/photos`);
    return ((await photos.json()) as unknown[]).length;
  };
  return { unitId, address: `/projects/${id}/units?unit=${unitId}&tab=photos`, stored };
}

/** Returns true while the page has photos that the server has not confirmed. */
async function isSending(page: Page): Promise<boolean> {
  return (await page.getByRole("list", { name: "Uploads" }).count()) > 0;
}

/** Makes a photo of 3 MB of noise, which does not shrink under compression. */
function noise(name: string): ImageFile {
  const [width, height] = [1000, photoBytes / 3000];
  const data = randomFillSync(new Uint8Array(width * height * 3));
  const bytes = encode({ width, height, data, channels: 3 });
  return { name, mimeType: "image/png", buffer: Buffer.from(bytes) };
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
