import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programTimeout } from "convex-host/comparing";
import { runAppProgram } from "./app-program.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("CONVEX_CLOUD_URL", "https://host.test");
  vi.stubEnv("SITE_URL", "http://localhost");
});

afterEach(() => {
  vi.useRealTimers();
});

test(
  "the demo workspace is the same on convex-test and on the host [D1] [Q1] [R15]",
  async () => {
    const program = [{ path: "seed", caller: "nobody", minutes: 0, args: {} }];
    // Asking every query about this many rows takes as long as five programs, which ask all queries anyway. Only longer
    // runs do it.
    const asksAll = process.env["PARITY_PROGRAMS"] !== undefined;

    expect(await runAppProgram("host", program, { asksAll })).toEqual(
      await runAppProgram("convex-test", program, { asksAll }),
    );
  },
  programTimeout,
);
