import type { Locator, Page } from "@playwright/test";
import { Samples } from "../measure.ts";

/** Slows the processor of a page down by this factor. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/**
 * Returns the milliseconds that the page's main thread works during `act`. The value is processor time, so other
 * programs on the machine do not change it.
 */
export async function workOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await worked();
  await act();
  const after = await worked();
  await session.detach();
  return after - before;
}

/** Opens units one by one, and measures from the press to the next paint by the browser's Event Timing API. */
export async function measureOpening(page: Page, units: number): Promise<Samples> {
  const samples = new Samples();
  await followInteractions(page);
  for (let at = 0; at < units; at++) {
    samples.add(await interaction(page, () => unitButton(page, at).click()));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^(Start|Finish) Task / })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
  return samples;
}

/** The floor of an interaction: a plain button in the same page marks itself. */
export async function measureBareInteraction(page: Page, count: number): Promise<Samples> {
  const samples = new Samples();
  await followInteractions(page);
  await page.evaluate(`(() => {
    const button = document.createElement("button");
    button.id = "bare";
    button.style = "position: fixed; inset: 0 auto auto 0; z-index: 9999; width: 64px; height: 48px";
    button.onclick = () => { button.textContent = String(Number(button.textContent) + 1); };
    document.body.append(button);
  })()`);
  for (let at = 0; at < count; at++)
    samples.add(await interaction(page, () => page.locator("#bare").click(), { isQuick: true }));
  return samples;
}

/** The button that covers the card of a unit; a card has lists of its own. */
function unitButton(page: Page, at: number): Locator {
  const cards = page.locator("[role=list][aria-label=Units] [role=listitem]");
  return cards.nth(at).getByRole("button", { name: "View Details" });
}

/** Measures opening the photos tab of several units. */
export async function measurePhotosTab(page: Page, units: number): Promise<Samples> {
  const samples = new Samples();
  await followInteractions(page);
  for (let at = 0; at < units; at++) {
    await unitButton(page, at).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByRole("button", { name: /^(Start|Finish) Task / })
      .first()
      .waitFor();
    const tab = dialog.getByRole("tab", { name: "Photos" });
    samples.add(await interaction(page, () => tab.click()));
    await dialog.locator("img:visible").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  }
  return samples;
}

/** Scrolls through the whole page, a step a frame: the time from frame to frame. */
export async function measureScroll(page: Page): Promise<Samples> {
  const frames = await page.evaluate<number[]>(`new Promise((resolve) => {
    const deltas = [];
    let last = performance.now();
    scrollTo(0, 0);
    requestAnimationFrame(function step(now) {
      deltas.push(now - last);
      last = now;
      const before = scrollY;
      scrollBy({ top: 90, behavior: "instant" });
      if (scrollY === before || deltas.length > 400) resolve(deltas.slice(2));
      else requestAnimationFrame(step);
    });
  })`);
  return new Samples(frames);
}

/** The shortest duration in milliseconds for which browsers report an event. */
const shortestEvent = 16;

/**
 * Returns the longest event of the interaction that `act` starts. A quick interaction without a reported event counts
 * as the shortest reported duration.
 */
async function interaction(
  page: Page,
  act: () => Promise<void>,
  { isQuick = false } = {},
): Promise<number> {
  await page.evaluate("window.interactions.length = 0");
  await act();
  return await page.evaluate<number>(`new Promise((resolve) => {
    const end = ${isQuick ? "performance.now() + 1000" : "Infinity"};
    (function look() {
      if (window.interactions.length > 0) resolve(Math.max(...window.interactions));
      else if (performance.now() > end) resolve(${String(shortestEvent)});
      else requestAnimationFrame(look);
    })();
  })`);
}

async function followInteractions(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === "click" || name === "pointerup" || name === "pointerdown")
          window.interactions.push(duration);
    }).observe({ type: "event", durationThreshold: ${String(shortestEvent)} });
  })()`);
}
