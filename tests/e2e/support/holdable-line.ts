import type { Page } from "@playwright/test";

/** Waits until the current content of the page has been painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
  );
}

/** A proxied WebSocket whose answers can be held back. The release shows each answer before the next one. */
export async function holdableLine(
  page: Page,
): Promise<{ hold: () => void; release: () => Promise<void> }> {
  let isHeld = false;
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/sync$/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (isHeld) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      isHeld = true;
    },
    release: async () => {
      for (let send = held.shift(); send; send = held.shift()) {
        send();
        await painted(page);
      }
      isHeld = false;
    },
  };
}
