import { onTestFinished, vi } from "vitest";

/** Gives the window the width of a phone until the end of the test. */
export function holdPhone(): void {
  const media = vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(new EventTarget() as MediaQueryList, {
      matches: query.includes("(width < 48rem)"),
      media: query,
    }),
  );
  onTestFinished(() => media.mockRestore());
}
