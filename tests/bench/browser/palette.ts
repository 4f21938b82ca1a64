import type { APIRequestContext, Page } from "@playwright/test";
import { Samples, timed } from "../measure.ts";
import type { Scene } from "./scene.ts";

/** The texts that are typed letter by letter: numbers, words in any order, typos, and a text that finds nothing. */
const texts = ["1204", "row 317", "lnog 4015", "project 22", "setting", "board", "xylophone"];

/** The figures of the search. */
export interface PaletteFigures {
  /** From a key press to the paint of the matches that the browser finds. */
  keys: Samples;
  /**
   * From the last key press to the paint of the tasks that the server found, including the delay in which further keys
   * may come.
   */
  texts: Samples;
  /** The response times of `GET /api/search` and of `GET /api/search/text`. */
  names: Samples;
  tasks: Samples;
}

export async function measurePalette(scene: Scene, rounds: number): Promise<PaletteFigures> {
  const page = await scene.openWindow();
  await page.getByRole("button", { name: /^Search/ }).click();
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("row 5019");
  await page.getByRole("option", { name: /5019/ }).first().waitFor({ timeout: 60_000 });
  const keys = new Samples();
  const found = new Samples();
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) {
      await field.fill("");
      for (const letter of text) keys.add(await keyToPaint(page, letter));
    }
    await field.fill("");
    await page.getByRole("group", { name: "Tasks" }).waitFor({ state: "detached" });
    found.add(await keysToTasks(page, `${String(310 + round)} task`));
  }
  const api = page.context().request;
  const [names, tasks] = [new Samples(), new Samples()];
  for (const text of texts) {
    for (let round = 0; round < rounds; round++) {
      await timed(names, () => ask(api, `/api/search?q=${text}`));
      await timed(tasks, () => ask(api, `/api/search/text?q=${text} task`));
    }
  }
  await scene.closeWindows();
  return { keys, texts: found, names, tasks };
}

async function ask(api: APIRequestContext, path: string): Promise<void> {
  const response = await api.get(path);
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
}

/** Presses a key in the field, and returns the time from the event to the paint of its results. */
async function keyToPaint(page: Page, key: string): Promise<number> {
  await page.evaluate(`void (window.painted = new Promise((resolve) => {
    let pressedAt = 0;
    addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
    addEventListener("input", () => requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve(performance.now() - pressedAt);
      channel.port2.postMessage(null);
    }), { once: true });
  }))`);
  await page.keyboard.press(key === " " ? "Space" : key);
  return await page.evaluate<number>("window.painted");
}

async function keysToTasks(page: Page, text: string): Promise<number> {
  await page.evaluate(`void (window.painted = new Promise((resolve) => {
    let pressedAt = 0;
    addEventListener("keydown", (event) => (pressedAt = event.timeStamp), { capture: true });
    new MutationObserver((_, observer) => {
      const groups = [...document.querySelectorAll("[role=listbox] [role=group] > p")];
      if (!groups.some(({ textContent }) => textContent === "Tasks")) return;
      // Tasks of the text before stay while the server searches.
      if (document.querySelector("[role=dialog]").textContent.includes("Searching tasks")) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - pressedAt));
    }).observe(document.body, { subtree: true, childList: true });
  }))`);
  await page.keyboard.type(text);
  return await page.evaluate<number>("window.painted");
}
