import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actOf } from "../../../src/lib/outbox/operations/act.ts";
import { Device, type Tab } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

const lag = 10 * 60_000;

let server: ThingsServer;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});
afterEach(() => {
  device.end();
});

const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 10_000 });

function knowLag(tab: Tab, known: number | undefined): void {
  tab.line.clockLag = () => known;
}

/** Sends what waits; returns the times of making that the server got, as the ms that were added to the device's. */
async function added(tab: Tab): Promise<number[]> {
  const before = tab.operations().map(({ madeAt }) => madeAt);
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  return server.log.map(({ madeAt }, at) => Number(madeAt) - (before[at] ?? 0));
}

test("work that was made with a slow clock arrives with the server's time, also after the clock was set right or the page was closed [FIELD-07]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  knowLag(tab, lag);
  await tab.outbox.do("set", { record: "a", value: "1" });
  knowLag(tab, 0);
  await tab.outbox.do("set", { record: "b", value: "2" });
  tab.kill();
  const next = await device.open("ana", { isConnected: false });
  knowLag(next, 0);
  expect(await added(next)).toEqual([lag, 0]);
});

test("work that was made before the clock was known gets what is known when it is first sent, and keeps it [FIELD-07]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("set", { record: "a", value: "1" });
  await tab.outbox.do("set", { record: "b", value: "2" });
  knowLag(tab, lag);
  const tried: unknown[] = [];
  server.check = ({ args }) => {
    tried.push(args["madeAt"]);
    if (tried.length > 2) return;
    knowLag(tab, 0);
    throw refused("NotStored", "The disk is full");
  };
  expect(await added(tab)).toEqual([lag, lag]);
  expect(tried.slice(2)).toEqual(tried.slice(0, 2));
});

test("work that was made and sent with an unknown clock keeps the time of its device [FIELD-07]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("set", { record: "a", value: "1" });
  expect(await added(tab)).toEqual([0]);
});

test("work that was sent before the clock was known keeps the time that the server may have of it [FIELD-07]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("set", { record: "a", value: "1" });
  const tried: unknown[] = [];
  server.check = ({ args }) => {
    tried.push(args["madeAt"]);
    if (tried.length > 1) return;
    knowLag(tab, lag);
    throw refused("NotStored", "The disk is full");
  };
  expect(await added(tab)).toEqual([0]);
  expect(new Set(tried).size).toBe(1);
});

test("an act that is sent later names the server's time, and one that is sent at once none [FIELD-07]", () => {
  const madeAt = Date.now();
  const act = { id: "key", madeAt, clockLag: lag };
  expect(actOf({ ...act, madeOffline: false })).toEqual({ key: "key" });
  expect(actOf({ ...act, madeOffline: true })).toEqual({
    ...{ key: "key", madeAt: new Date(madeAt + lag).toISOString() },
  });
});
