import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { phone, setUp, shutterOf, stripOf, withCamera } from "./support/camera.ts";
import {
  assignTasks,
  beginTasks,
  createProject,
  readNotes,
  readPhotos,
  readTasks,
  readUnits,
} from "./support/function-client.ts";
import { test } from "./support/test.ts";

test.use(withCamera);

const longName = "Unit with a long name of its own, second floor left, behind the stairs";

/**
 * Counts the calls that encode an image on the main thread, and the frames from each press of the shutter to its tile.
 */
async function watchThread(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { written: 0, frames: [] as number[], ms: [] as number[] };
    Object.assign(window, { seen });
    const count = (prototype: object, name: string) => {
      const own = Reflect.get(prototype, name) as (...sent: unknown[]) => unknown;
      Reflect.set(prototype, name, function (this: unknown, ...sent: unknown[]) {
        seen.written++;
        return own.apply(this, sent);
      });
    };
    count(HTMLCanvasElement.prototype, "toBlob");
    count(HTMLCanvasElement.prototype, "toDataURL");
    count(OffscreenCanvas.prototype, "convertToBlob");
    document.addEventListener(
      "click",
      ({ target, timeStamp }) => {
        if (!(target instanceof Element) || target.closest('[aria-label="Take photo"]') === null)
          return;
        const tiles = () => document.querySelectorAll('[aria-label="Last shots"] canvas').length;
        const before = tiles();
        let frames = 0;
        const look = () => {
          frames++;
          if (tiles() === before) requestAnimationFrame(look);
          else {
            seen.frames.push(frames);
            seen.ms.push(Math.round(performance.now() - timeStamp));
          }
        };
        requestAnimationFrame(look);
      },
      { capture: true },
    );
  });
}

interface Seen {
  written: number;
  frames: number[];
  ms: number[];
}

const seenOn = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

test("from the opened app three taps take a photo in the right unit and stage, and 20 shots arrive each once, made off the page's thread [CAM-01] [CAM-02] [CAM-03]", async ({
  openAs,
}) => {
  const page = await openAs("manager", phone);
  const unit = await setUp(page, longName);
  await watchThread(page);
  await page.goto("/my-day");

  await page.getByRole("button", { name: "Camera" }).tap();
  await page.getByRole("dialog").getByRole("link", { name: longName }).tap();
  await expect(page).toHaveURL(/\/camera\?stage=before$/);
  await shutterOf(page).tap();
  await expect(stripOf(page)).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  for (let taken = 1; taken < 20; taken++) {
    await shutterOf(page).tap();
    await expect(stripOf(page)).toHaveCount(taken + 1);
  }

  await expect(stripOf(page).and(page.getByRole("link", { name: /, sent$/ }))).toHaveCount(20, {
    timeout: 30_000,
  });
  await expect(page).toHaveURL(/\/camera\?stage=before$/);
  const photos = await readPhotos(page, unit.unitId);
  expect(photos).toHaveLength(20);
  expect(new Set(photos.map(({ takenAt }) => takenAt)).size).toBe(20);
  expect(new Set(photos.map(({ type, mimeType }) => `${type} ${mimeType}`))).toEqual(
    new Set(["before image/jpeg"]),
  );

  const { written, frames, ms } = await seenOn(page);
  expect(written).toBe(0);
  expect(page.workers().map((worker) => worker.url())).toEqual([
    expect.stringMatching(/\/shot-worker-/),
  ]);
  expect(frames).toHaveLength(20);
  const figures = `frames ${frames.join(" ")}; ms ${ms.join(" ")}`;
  test.info().annotations.push({ type: "shutter to tile", description: figures });
  process.stdout.write(`shutter to tile: ${figures}\n`);

  const [width, height] = await page.evaluate(async (filename) => {
    const answer = await fetch(`/api/photos/${filename}`);
    const bitmap = await createImageBitmap(await answer.blob());
    return [bitmap.width, bitmap.height];
  }, photos[0]?.filename);
  expect(Math.max(width ?? 0, height ?? 0)).toBe(2560);
});

test("after the app opens, 11 taps find a unit among 30, tick three tasks, take four photos and write a note [CAM-01] [MYDAY-02] [FIND-02]", async ({
  openAs,
}) => {
  const manager = await openAs("manager");
  const page = await openAs("supervisor", phone);
  const names = Array.from({ length: 30 }, (_, at) => `Tap ${String(101 + at)}`);
  const { id: projectId } = await createProject(manager, { name: "Tap House", units: names });
  await assignTasks(manager, projectId, 12);
  const unit = (await readUnits(manager, projectId)).find(({ name }) => name === "Tap 117");
  const unitId = unit?.id ?? "";
  await beginTasks(manager, unitId, 3);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };
  await page.goto("/my-day");

  await tap(page.getByRole("banner").getByRole("button", { name: "Search" }));
  await page.getByRole("dialog").getByRole("combobox").pressSequentially("tap 117");
  await expect(page.getByRole("option", { name: /Tap 117/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tap 117" });
  for (const left of [2, 1, 0]) {
    await tap(dialog.getByRole("button", { name: /^Finish / }).first());
    await expect(dialog.getByRole("button", { name: /^Finish / })).toHaveCount(left);
  }

  await tap(dialog.getByRole("link", { name: "Take photos" }));
  await expect(shutterOf(page)).not.toHaveAttribute("aria-disabled");
  for (const taken of [1, 2, 3, 4]) {
    await tap(shutterOf(page));
    await expect(stripOf(page)).toHaveCount(taken);
  }
  await tap(page.getByRole("link", { name: "Write a note" }));
  await expect(dialog.getByLabel("New note")).toBeFocused();
  await expectAccessible(page, '[role="dialog"]', "the notes of a unit on a phone");
  await page.keyboard.type("Door is done");
  await tap(dialog.getByRole("button", { name: "Add Note" }));

  await expect(dialog.getByRole("listitem").getByText("Door is done")).toBeVisible();
  expect(taps).toBeLessThanOrEqual(11);
  await expect.poll(async () => (await readPhotos(manager, unitId)).length).toBe(4);
  await expect.poll(async () => (await readNotes(manager, unitId)).length).toBe(1);
  const tasks = await readTasks(manager, unitId);
  expect(tasks.filter(({ status }) => status === "completed")).toHaveLength(3);
});
