import { expect } from "vitest";

declare module "vitest" {
  interface Matchers<T> {
    /** Passes if the element is in the page, and neither it nor an ancestor is hidden. */
    toBeVisible(): T;
  }
}

expect.extend({
  toBeVisible(received: unknown) {
    const pass = received instanceof Element && received.isConnected && !isHidden(received);
    return {
      pass,
      message: () => `expected ${describe(received)} ${pass ? "not " : ""}to be visible`,
    };
  },
});

function isHidden(element: Element): boolean {
  for (let part: Element | null = element; part !== null; part = part.parentElement) {
    const { display, visibility } = (part as HTMLElement).style;
    if (part.hasAttribute("hidden") || display === "none" || visibility === "hidden") return true;
  }
  return false;
}

function describe(received: unknown): string {
  return received instanceof Element ? received.outerHTML.slice(0, 200) : String(received);
}
