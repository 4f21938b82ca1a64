import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { WebSocketServer } from "ws";
import { Samples } from "../measure.ts";
import type { Scene } from "./scene.ts";

/** The presses before the measured ones; they warm up the page and the socket. */
const coldPresses = 5;

/**
 * Measures the floor of ticks: a plain button in the same page paints a mark and sends it over a bare socket to the
 * other window, which paints it too. Measures from the press to the paint in both windows.
 */
export async function measureFloor(
  scene: Scene,
  count: number,
): Promise<{ here: Samples; there: Samples }> {
  const relay = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  relay.on("connection", (socket) => {
    socket.on("message", () => {
      for (const client of relay.clients) if (client !== socket) client.send("mark");
    });
  });
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;
  const [here, there] = [new Samples(), new Samples()];
  try {
    const [mine, theirs] = [await scene.openWindow(), await scene.openWindow()];
    for (const page of [mine, theirs]) await addMark(page, `ws://127.0.0.1:${port}`);
    for (let press = 0; press < coldPresses + count; press++) {
      const seen = [mine, theirs].map((page) => page.evaluate<number>("window.nextMark()"));
      await mine.locator("#floor").click();
      const [paintedHere, paintedThere] = await Promise.all(seen);
      const pressedAt = await mine.evaluate<number>("window.pressedAt");
      if (press < coldPresses) continue;
      here.add(paintedHere! - pressedAt);
      there.add(paintedThere! - pressedAt);
    }
  } finally {
    await scene.closeWindows();
    relay.close();
  }
  return { here, there };
}

/** Adds the button; a press or a message of the socket marks it. */
async function addMark(page: Page, address: string): Promise<void> {
  await page.evaluate(`(async () => {
    const button = document.createElement("button");
    button.id = "floor";
    button.style = "position: fixed; inset: 0 auto auto 0; z-index: 9999; width: 64px; height: 48px";
    document.body.append(button);
    const mark = () => { button.textContent = String(Number(button.textContent) + 1); };
    const socket = new WebSocket("${address}");
    await new Promise((resolve) => { socket.onopen = resolve; });
    socket.onmessage = mark;
    button.onclick = () => { mark(); socket.send("mark"); };
    button.addEventListener("pointerdown", (event) => {
      window.pressedAt = performance.timeOrigin + event.timeStamp;
    });
    window.nextMark = () => new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          channel.port2.postMessage(null);
        });
      });
      observer.observe(button, { childList: true });
    });
  })()`);
}
