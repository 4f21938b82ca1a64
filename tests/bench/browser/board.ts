import type { Page } from "@playwright/test";
import { Samples } from "../measure.ts";
import type { Scene } from "./scene.ts";

/**
 * Scripts of the page: `now` is the time in milliseconds since the epoch; `painted` resolves with the time of the next
 * paint.
 */
const moments = `
  const now = () => performance.timeOrigin + performance.now();
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(now());
    channel.port2.postMessage(null);
  }));
`;

/**
 * Opens the board of all projects from the dashboard repeatedly, and measures from the press to the paint of its cells.
 */
export async function measureBoardOpening(scene: Scene, count: number): Promise<Samples> {
  const samples = new Samples();
  const page = await scene.openBoard();
  for (let at = 0; at < count; at++) {
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.locator("[data-slot=board]").waitFor({ state: "detached" });
    const opened = page.evaluate<number>(`(async () => {
      ${moments}
      const pressedAt = await new Promise((resolve) => addEventListener("pointerdown",
        (event) => resolve(performance.timeOrigin + event.timeStamp), { capture: true, once: true }));
      await new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector("[data-slot=board] [data-task]") === null) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true });
      });
      return (await painted()) - pressedAt;
    })()`);
    await page.getByRole("link", { name: "Turn Board" }).click();
    samples.add(await opened);
  }
  await scene.closeWindows();
  return samples;
}

/** The first taps in the two windows are not counted, like the first ticks. */
export const coldTaps = 5;

/**
 * Taps cells in one window while another shows the same board. Measures from the press to the paint in both windows.
 */
export async function measureBoardTaps(
  scene: Scene,
  count: number,
): Promise<{ here: Samples; there: Samples }> {
  const [here, there] = [new Samples(), new Samples()];
  const [mine, theirs] = [await scene.openBoard(), await scene.openBoard()];
  const taskIds = await mine
    .locator("[data-slot=board] [data-task]")
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-task") ?? ""));
  for (let at = 0; at < coldTaps + count; at++) {
    const taskId = taskIds[at % taskIds.length] ?? "";
    const seen = [mine, theirs].map((page) => nextPaint(page, taskId));
    await mine.locator(`[data-slot=board] [data-task="${taskId}"]`).click();
    const [paintedHere, paintedThere] = await Promise.all(seen);
    const pressedAt = await mine.evaluate<number>("window.pressedAt");
    if (at < coldTaps) continue;
    here.add((paintedHere ?? 0) - pressedAt);
    there.add((paintedThere ?? 0) - pressedAt);
  }
  await scene.closeWindows();
  return { here, there };
}

async function nextPaint(page: Page, taskId: string): Promise<number> {
  return await page.evaluate<number>(`(async () => {
    ${moments}
    addEventListener("pointerdown", (event) => {
      window.pressedAt = performance.timeOrigin + event.timeStamp;
    }, { capture: true, once: true });
    const cell = document.querySelector('[data-task="${taskId}"]');
    await new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(cell, { attributeFilter: ["aria-label"] });
    });
    return await painted();
  })()`);
}

/** Scrolls through the board, one step a frame, and returns the times between frames. */
export async function measureBoardScroll(page: Page): Promise<Samples> {
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const board = document.querySelector("[data-slot=board]");
    const deltas = [];
    let last = performance.now();
    requestAnimationFrame(function step(now) {
      deltas.push(now - last);
      last = now;
      const before = board.scrollTop;
      board.scrollBy({ top: 60, left: deltas.length % 40 < 20 ? 12 : -12, behavior: "instant" });
      if (board.scrollTop === before || deltas.length > 300) resolve(deltas.slice(2));
      else requestAnimationFrame(step);
    });
  })`);
  return new Samples(frames);
}
