import { vi } from "vitest";

/**
 * Gives every element this size, by default that of a large window: the test's DOM has no layout, and lists draw only the
 * rows that fit.
 */
export function giveSize({ width = 1600, height = 900 } = {}): void {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(height);
}
