import { afterEach, expect, test, vi } from "vitest";
import { ofServer } from "../support/of-server.ts";

const start = Date.parse("2026-03-02T10:00:00.000Z");
const minute = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Opens the line of a page whose clock is ten minutes slow, and which knows that. */
async function open() {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"], now: start });
  vi.resetModules();
  const { lineOf } = await import("../../../src/lib/outbox/client-line.ts");
  const { fetchToken } = await import("../../../src/lib/connection/session-token.ts");
  let answer: () => void = () => undefined;
  const asked = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        answer = () => {
          const iat = (Date.now() + 10 * minute) / 1000;
          const claims = { iat, exp: iat + 600, userId: "ana" };
          const token = `e30.${btoa(JSON.stringify(claims))}.signature`;
          resolve(ofServer(Response.json({ token })));
        };
      }),
  );
  vi.stubGlobal("fetch", asked);
  const first = fetchToken();
  answer();
  await first;
  const state = { isWebSocketConnected: true, connectionCount: 1 };
  const line = lineOf({
    connectionState: () => state as never,
    subscribeToConnectionState: () => () => undefined,
    mutation: () => Promise.reject(new Error("Nothing is sent here")),
  });
  const listener = vi.fn();
  line.subscribe(listener);
  const sleep = () => {
    vi.setSystemTime(Date.now() + 480 * minute);
    state.connectionCount += 1;
  };
  return { line, listener, asked, sleep, answer: () => answer() };
}

test("after a sleep of the device nothing is sent before the server has told its time again, once for a connection [FIELD-07]", async () => {
  const { line, listener, asked, sleep, answer } = await open();
  expect(line.isSignedInAs("ana")).toBe(true);
  expect(line.clockLag()).toBe(10 * minute);
  sleep();
  expect(line.clockLag()).toBeUndefined();
  expect([line.isSignedInAs("ana"), line.isSignedInAs("ana")]).toEqual([false, false]);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(line.isSignedInAs("ben")).toBe(false);

  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(listener).toHaveBeenCalled();
  expect(line.isSignedInAs("ana")).toBe(true);
  expect(line.clockLag()).toBe(10 * minute);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("work does not wait for the time of a server that does not tell it soon [FIELD-04] [FIELD-07]", async () => {
  const { line, listener, asked, sleep } = await open();
  sleep();
  expect(line.isSignedInAs("ana")).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(listener).toHaveBeenCalled();
  expect(line.isSignedInAs("ana")).toBe(true);
  sleep();
  expect(line.isSignedInAs("ana")).toBe(false);
  await vi.advanceTimersByTimeAsync(3000);
  expect(line.isSignedInAs("ana")).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
});
