import type { Browser, BrowserContext, Page } from "@playwright/test";
import { addressOf } from "../../e2e/support/people.ts";
import type { LiveLine } from "./live-line.ts";
import { layPoorLine, type Traffic } from "./poor-line.ts";

/** A screen: its path, and the selector of its content. */
export type Screen = { name: string; path: string; content: string };

/** The figures of a page that has come. */
export type Arrival = {
  /** The largest contentful paint until the page was idle, and the time of the first paint of its content. */
  lcp: number;
  content: number;
  shifts: number;
  requests: number;
  kilobytes: number;
};

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Records the largest contentful paint and the layout shifts of a page from its beginning. */
const observers = `
  window.seen = { lcp: 0, shifts: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.lcp = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      window.seen.shifts += entry.value;
      for (const { node } of entry.sources)
        window.seen.moved.push((node?.parentElement ?? node)?.outerHTML?.slice(0, 120) ?? "");
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

/** A person's phone on the poor connection, without anything cached from an earlier visit. */
export class Visit {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #line: LiveLine;
  readonly #traffic: Traffic;

  private constructor(page: Page, line: LiveLine, traffic: Traffic) {
    this.page = page;
    this.#context = page.context();
    this.#line = line;
    this.#traffic = traffic;
  }

  static async begin(browser: Browser, line: LiveLine): Promise<Visit> {
    const context = await browser.newContext({ ...phone, baseURL: line.url });
    await context.request.get(`/api/login?login_hint=${addressOf("admin")}`);
    await context.addInitScript(observers);
    const page = await context.newPage();
    return new Visit(page, line, await layPoorLine(page));
  }

  /** Loads a screen from the start and waits until it is idle. */
  async open({ path, content }: Screen): Promise<Arrival> {
    const traffic = this.#traffic;
    const [before, bytesBefore] = [traffic.startedAt.length, this.#bytes()];
    await this.page.goto(path, { waitUntil: "commit" });
    const contentAt = await this.page.evaluate<number>(firstSight(content));
    await this.#quiet();
    const figures = await this.page.evaluate<{ lcp: number; shifts: number; origin: number }>(
      "({ ...window.seen, origin: performance.timeOrigin })",
    );
    const isBefore = (at: number) => at <= figures.origin + contentAt;
    return {
      lcp: figures.lcp,
      content: contentAt,
      shifts: figures.shifts,
      requests: traffic.startedAt.slice(before).filter(isBefore).length,
      kilobytes: (this.#bytes() - bytesBefore) / 1024,
    };
  }

  /** Waits until the app is installed: its files and the last answers are stored on the device. */
  async installed(): Promise<void> {
    await this.page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await this.page.goto("about:blank");
  }

  /** The addresses requested so far. */
  get addresses(): readonly string[] {
    return this.#traffic.addresses;
  }

  async moved(): Promise<string[]> {
    return await this.page.evaluate<string[]>("window.seen.moved");
  }

  async end(): Promise<void> {
    await this.#context.close();
  }

  /** The bytes received so far, as counted on the wire. */
  #bytes(): number {
    return this.#traffic.bytes + this.#line.bytes;
  }

  /** Waits until no bytes have arrived for three round trips and no part of the page is busy. */
  async #quiet(): Promise<void> {
    await this.page.locator("body:not(:has([aria-busy=true]))").waitFor();
    let seen = -1;
    while (seen !== this.#bytes()) {
      seen = this.#bytes();
      await this.page.waitForTimeout(1700);
    }
  }
}

/** Returns a script that resolves with the page time at which a visible element of this content first exists. */
function firstSight(content: string): string {
  return `new Promise((resolve) => {
    const isThere = () => [...document.querySelectorAll(${JSON.stringify(content)})]
      .some((element) => element.checkVisibility({ visibilityProperty: true }));
    (function look() {
      if (isThere()) resolve(performance.now()); else requestAnimationFrame(look);
    })();
  })`;
}

/** Measures from the action of `press` to the paint of `content`. */
export async function timeTo(
  page: Page,
  content: string,
  press: () => Promise<void>,
): Promise<number> {
  const painted = page.evaluate<number>(`(async () => {
    const pressedAt = await new Promise((resolve) => addEventListener("pointerdown",
      (event) => resolve(event.timeStamp), { capture: true, once: true }));
    const isThere = () => [...document.querySelectorAll(${JSON.stringify(content)})]
      .some((element) => element.checkVisibility({ visibilityProperty: true }));
    await new Promise((resolve) => {
      (function look() {
        if (isThere()) resolve(); else requestAnimationFrame(look);
      })();
    });
    return await new Promise((resolve) => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - pressedAt);
      channel.port2.postMessage(null);
    }));
  })()`);
  await press();
  return await painted;
}
