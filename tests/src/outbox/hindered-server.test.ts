import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Device } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

let server: ThingsServer;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});

afterEach(() => {
  device.end();
  vi.useRealTimers();
});

const seen = (look: () => void | Promise<void>) =>
  vi.waitFor(look, { interval: 5, timeout: 10_000 });

test("what a server cannot store waits for its disk where no screen does, and is the answer at the third time where one does [FIELD-04] [FIELD-06]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  server.check = () => {
    throw refused("NotStored", "The disk is full");
  };
  await tab.outbox.do("set", { record: "a", value: "from below" });
  tab.line.restore();
  for (const calls of [1, 2, 3, 4, 5]) {
    await seen(() => expect(server.calls).toBe(calls));
    await vi.advanceTimersByTimeAsync(30_000);
  }
  // The reason is stored with it, so that each tab can tell it.
  const other = await device.open();
  for (const each of [tab, other])
    await seen(() => expect(each.operations()).toMatchObject([{ refusal: { code: "NotStored" } }]));
  expect(tab.operations().map(({ state }) => state)).not.toContain("refused");
  expect(tab.refusedLater).toEqual([]);

  const id = await tab.outbox.do("set", { record: "b", value: "on a screen" });
  const answered = tab.outbox.answered(id);
  answered.catch(() => undefined);
  for (let at = 0; at < 3; at += 1) await vi.advanceTimersByTimeAsync(5000);
  await expect(answered).rejects.toThrow("The disk is full");

  server.check = () => undefined;
  await vi.advanceTimersByTimeAsync(30_000);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log).toMatchObject([{ value: "from below" }]);
});

test("one unexpected failure is no answer after many that a full disk, a lost line, or a busy server has caused [FIELD-04] [FIELD-06]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const failures = [
    ...[1, 2, 3].map(() => refused("NotStored", "The disk is full")),
    ...[1, 2, 3].map(() => new TypeError("Failed to fetch")),
    ...[1, 2, 3].map(() => refused("Overloaded", "The server has too much to do")),
    new Error("Server Error"),
  ];
  server.check = () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  await tab.outbox.do("set", { record: "a", value: "1" });
  tab.line.restore();
  for (let calls = 1; calls <= 11; calls += 1) {
    await seen(() => expect(server.calls).toBe(calls));
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(tab.refusedLater).toEqual([]);
  expect(server.log).toMatchObject([{ value: "1" }]);
});
