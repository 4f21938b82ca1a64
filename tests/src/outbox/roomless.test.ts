import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../src/lib/api-client.ts";
import { Device } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

const minutes = 60_000;

let server: ThingsServer;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});
afterEach(() => {
  device.end();
  vi.useRealTimers();
});

const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 10_000 });
const noRoom = () => {
  throw new ApiError(507, JSON.stringify({ message: "Too little free disk space" }));
};

/** Opens a tab whose work the server has no room for. */
async function openRefused(records: readonly string[]) {
  const tab = await device.open();
  server.check = noRoom;
  for (const record of records) await tab.outbox.do("set", { record, value: "photo" });
  await vi.advanceTimersByTimeAsync(10_000);
  await seen(() => expect(tab.refusedLater).toHaveLength(records.length));
  return tab;
}

test("what the server had no room for is sent again every five minutes, one thing at a time and without another message, until there is room [FIELD-04] [FIELD-06]", async () => {
  const tab = await openRefused(["a", "b", "c"]);
  const before = server.calls;

  for (const times of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(5 * minutes);
    await seen(() => expect(server.calls).toBe(before + times));
    expect(tab.operations().map(({ state }) => state)).toEqual(["refused", "refused", "refused"]);
  }
  expect(tab.refusedLater).toHaveLength(3);

  server.check = () => undefined;
  await vi.advanceTimersByTimeAsync(5 * minutes);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log.map(({ record }) => record)).toEqual(["a", "b", "c"]);
});

test("what the server had no room for is sent again when the line is back, and by the next start [FIELD-04]", async () => {
  const tab = await openRefused(["a"]);
  const before = server.calls;
  tab.line.cut();
  tab.line.restore();
  await seen(() => expect(server.calls).toBe(before + 1));
  expect(tab.operations()).toMatchObject([{ state: "refused" }]);
  tab.kill();

  server.check = () => undefined;
  const next = await device.open();
  await seen(() => expect(server.log).toMatchObject([{ record: "a" }]));
  await seen(() => expect(next.operations()).toEqual([]));
});

test("what the server had no room for goes at once by hand, and can be discarded while it is sent again [FIELD-06]", async () => {
  const tab = await openRefused(["a", "b"]);
  const [first, second] = tab.operations();
  server.check = ({ args }) => {
    if (args["record"] === "a") void tab.outbox.discard(first?.id ?? "");
    noRoom();
  };
  await vi.advanceTimersByTimeAsync(5 * minutes);
  await seen(() => expect(tab.operations()).toMatchObject([{ id: second?.id, state: "refused" }]));

  server.check = () => undefined;
  await tab.outbox.retry(second?.id ?? "");
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log.map(({ record }) => record)).toEqual(["b"]);
});

test("another reason replaces the missing room, is told, and lets the others be tried [FIELD-06]", async () => {
  const tab = await openRefused(["a", "b"]);
  server.check = ({ args }) => {
    if (args["record"] === "a") throw refused("not_found", "Unit not found");
  };
  await vi.advanceTimersByTimeAsync(5 * minutes);
  await seen(() => expect(server.log.map(({ record }) => record)).toEqual(["b"]));
  await seen(() =>
    expect(tab.operations()).toMatchObject([{ record: "a", refusal: { code: "not_found" } }]),
  );
  expect(tab.refusedLater.at(-1)).toMatchObject({ refusal: { code: "not_found" } });
  const before = server.calls;
  await vi.advanceTimersByTimeAsync(10 * minutes);
  expect(server.calls).toBe(before);
});
