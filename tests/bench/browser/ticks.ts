import type { Page } from "@playwright/test";
import { Samples } from "../measure.ts";
import type { Scene } from "./scene.ts";

/** The times of one tick, in milliseconds since the epoch. */
type Seen = { pressedAt: number; paintedAt: number };

type TicksOptions = { count: number; perUnit: number; pauseMs: number; firstUnit: number };

/** The first ticks of each window are left out: its code is not compiled yet. */
export const coldTicks = 3;

/**
 * Ticks tasks in one window while another shows the same unit, and measures from the press to the paint in both
 * windows. `count` ticks are measured. `pauseMs` is the pause from the paint in both windows to the next press; without
 * it, each tick meets leftover work of the one before. The units from `firstUnit` on lose their open tasks.
 */
export async function measureTicks(
  scene: Scene,
  { count, perUnit, pauseMs, firstUnit }: TicksOptions,
): Promise<{ here: Samples; there: Samples }> {
  const [here, there] = [new Samples(), new Samples()];
  for (let unit = firstUnit; here.count < count; unit++) {
    const search = `?unit=${scene.unitIds[unit]!}`;
    const [mine, theirs] = [await scene.openWindow(search), await scene.openWindow(search)];
    for (const page of [mine, theirs]) await followPaints(page);
    for (let tick = 0; tick < perUnit + coldTicks && here.count < count; tick++) {
      await mine.waitForTimeout(pauseMs);
      await Promise.all([mine, theirs].map((page) => page.evaluate("window.nextPaint()")));
      const [seen, other] = await Promise.all([press(mine), painted(theirs)]);
      if (tick < coldTicks) continue;
      here.add(seen.paintedAt - seen.pressedAt);
      there.add(other.paintedAt - seen.pressedAt);
    }
    await scene.closeWindows();
  }
  return { here, there };
}

async function press(page: Page): Promise<Seen> {
  await page
    .getByRole("button", { name: /^(Start|Finish) Task / })
    .first()
    .click();
  return await painted(page);
}

async function painted(page: Page): Promise<Seen> {
  return await page.evaluate<Seen>("window.lastPaint");
}

/** Records in the page the times of the next press on a task's circle and of its paint. */
async function followPaints(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^(Start|Finish) Task / })
    .first()
    .waitFor();
  await page.evaluate(`(() => {
    const now = () => performance.timeOrigin + performance.now();
    let pressedAt = 0;
    let settle = () => undefined;
    addEventListener("pointerdown", (event) => {
      pressedAt = performance.timeOrigin + event.timeStamp;
    }, { capture: true });
    new MutationObserver(() => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => settle({ pressedAt, paintedAt: now() });
        channel.port2.postMessage(null);
      });
    }).observe(document.querySelector("[role=dialog]"), {
      subtree: true,
      attributeFilter: ["aria-label"],
    });
    window.nextPaint = () => {
      window.lastPaint = new Promise((resolve) => { settle = resolve; });
    };
  })()`);
}
