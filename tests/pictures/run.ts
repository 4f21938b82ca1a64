/**
 * Makes the pictures of README.md and of the installed app: `npm run screenshots`. It starts a host with the demo
 * workspace on a free port, signs in and takes screenshots of the pages. The icons are drawn.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "@playwright/test";
import { browserFlags } from "../../scripts/browser/browser.ts";
import { installBrowser } from "../../scripts/browser/install-browser.ts";
import { HostProcess } from "../e2e/support/host-process.ts";
import { signInUnseen } from "../e2e/support/people.ts";
import { openView } from "../e2e/support/view.ts";
import { drawIcons } from "./icons.ts";
import { toWebp } from "./to-webp.ts";

const folder = "docs/pictures";
/** One category of tasks, so that the picture shows tasks in every state. */
const category = encodeURIComponent("Drywall & Paint");
const pictures = [{ name: "board", path: `/board?category=${category}` }];
const schemes = ["light", "dark"] as const;
/** The pictures that browsers show before the app is installed, with the names in `manifest.webmanifest`. */
const installPictures = [
  { name: "my-day-narrow", path: "/my-day", width: 390, height: 844, deviceScaleFactor: 2 },
  { name: "board-wide", path: "/board", width: 1440, height: 900, deviceScaleFactor: 1 },
];
/** The maximum size in bytes of a picture, so that the README loads quickly. */
const maxBytes = 150_000;

const executablePath = await installBrowser();
if (executablePath === null) throw new Error("There is no Chromium to take pictures with.");
for (const folderOf of [folder, "public/screenshots"]) mkdirSync(folderOf, { recursive: true });
const host = await HostProcess.start({ SEED: "demo" });
try {
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  for (const scheme of schemes) await takePictures(browser, scheme);
  for (const picture of installPictures) await takeInstallPicture(browser, picture);
  await drawIcons(browser);
  await browser.close();
} finally {
  await host.stop();
}

async function takePictures(browser: Browser, colorScheme: (typeof schemes)[number]) {
  const context = await browser.newContext({
    baseURL: host.url,
    colorScheme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1360, height: 800 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await signInUnseen(page, "admin");
  for (const { name, path } of pictures) {
    await openView(page, { name, path });
    await imagesAreShown(page);
    save(`${folder}/${name}-${colorScheme}.webp`, await toWebp(page, await page.screenshot()));
  }
  await context.close();
}

async function takeInstallPicture(browser: Browser, picture: (typeof installPictures)[number]) {
  const { name, path, width, height, deviceScaleFactor } = picture;
  const context = await browser.newContext({
    baseURL: host.url,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width, height },
    deviceScaleFactor,
  });
  const page = await context.newPage();
  await signInUnseen(page, "supervisor");
  await openView(page, { name, path });
  await page.getByText("Loft 3", { exact: true }).first().waitFor();
  await imagesAreShown(page);
  save(`public/screenshots/${name}.webp`, await toWebp(page, await page.screenshot()));
  await context.close();
}

/** Waits until every visible image has loaded. Hidden images and those further down load when they become visible. */
async function imagesAreShown(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.checkVisibility())
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every((image) => image.complete && image.naturalWidth > 0),
  );
}

function save(file: string, picture: Buffer): void {
  if (picture.length > maxBytes)
    throw new Error(`${file} would have ${picture.length} bytes; at most ${maxBytes} are wanted.`);
  writeFileSync(file, picture);
  process.stdout.write(`${file}: ${Math.round(picture.length / 1000)} kB\n`);
}
