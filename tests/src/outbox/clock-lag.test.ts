import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ofServer } from "../support/of-server.ts";

const start = Date.parse("2026-03-02T10:00:00.000Z");
const minute = 60_000;

/** Opens a page on a device whose clock is behind the server's by some time. */
async function open(behind: number) {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: start - behind });
  vi.resetModules();
  const { timeTold } = await import("../../../src/lib/connection/session-token.ts");
  const { clockLag } = await import("../../../src/lib/outbox/clock-lag.ts");
  /** Asks the server, which answers after some ms of the line, and tells the second of its answer. */
  const ask = ({ there = 0, back = 0 } = {}) => {
    const askedAt = Date.now();
    vi.advanceTimersByTime(there);
    const second = Math.floor((Date.now() + behind) / 1000);
    vi.advanceTimersByTime(back);
    timeTold.last = [second, askedAt, Date.now(), performance.now()];
  };
  return { ask, clockLag };
}

beforeEach(() => {
  vi.useRealTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["right", 0, {}],
  ["right, over a poor line", 0, { there: 4000, back: 3000 }],
  ["wrong by less than an answer tells", 150, { there: 100, back: 100 }],
])("a clock that is %s is left as it is [FIELD-07]", async (_, behind, line) => {
  const { ask, clockLag } = await open(behind);
  expect(clockLag()).toBeUndefined();
  ask(line);
  expect(clockLag()).toBe(0);
});

test.each([
  ["behind", 10 * minute],
  ["ahead", -10 * minute],
])(
  "a clock that is %s is told by what is certain of it, and never by more [FIELD-07]",
  async (_, behind) => {
    const { ask, clockLag } = await open(behind);
    ask({ there: 700, back: 400 });
    const certain = Math.abs(clockLag() ?? 0);
    expect(certain).toBeLessThanOrEqual(10 * minute);
    expect(certain).toBeGreaterThan(10 * minute - 2200);
    vi.advanceTimersByTime(3 * 60 * minute);
    expect(Math.abs(clockLag() ?? 0)).toBe(certain);
  },
);

test.each([
  ["set right", 10 * minute],
  ["set back", -minute],
])(
  "nothing is known of a clock that has been %s, until the server is asked again [FIELD-07]",
  async (_, step) => {
    const behind = 10 * minute;
    const { ask, clockLag } = await open(behind);
    ask();
    expect(clockLag()).toBe(behind);
    vi.setSystemTime(Date.now() + step);
    expect(clockLag()).toBeUndefined();
  },
);

/** Asks the server for a token; the device's clock tells another time when it comes. */
async function askWhile(time: number) {
  const { fetchToken } = await import("../../../src/lib/connection/session-token.ts");
  const claims = { iat: start / 1000, exp: start / 1000 + 600, userId: "ana" };
  vi.stubGlobal("fetch", () => {
    vi.setSystemTime(time);
    const token = `e30.${btoa(JSON.stringify(claims))}.signature`;
    return Promise.resolve(ofServer(Response.json({ token })));
  });
  await fetchToken();
}

test.each([
  ["ahead", -minute],
  ["behind", minute],
])(
  "a clock that is %s until it is set right during the answer is left as it is [FIELD-07]",
  async (_, behind) => {
    const { clockLag } = await open(behind);
    await askWhile(start + 100);
    expect(clockLag()).toBe(0);
  },
);

test("the right clock of a device that slept during the answer is left as it is [FIELD-07]", async () => {
  const { clockLag } = await open(0);
  await askWhile(start + 8 * minute);
  expect(clockLag()).toBe(0);
});
