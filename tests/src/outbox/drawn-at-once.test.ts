import { beforeEach, expect, test, vi } from "vitest";
import { Device, table } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { ThingsServer } from "./things-server.ts";

let device: Device;

beforeEach(() => {
  stubIndexedDb();
  device = new Device({ serve: new ThingsServer().serve });
});

const setTo = (value: string, record = "a") => ({ record, value });

/** The same kind, drawn in the frame of the press. */
const early = { ...table, set: { ...table["set"]!, isDrawnAtOnce: true } };

function failToWrite() {
  return vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });
}

test("a change is drawn in the frame of the press, and counts as waiting once it is kept [FIELD-03] [FIELD-05]", async () => {
  const tab = await device.open("ana", { isConnected: false, kinds: early });
  const keeping = tab.outbox.do("set", setTo("1"));
  expect([tab.overlays().length, tab.operations().length]).toEqual([1, 0]);

  const id = await keeping;

  expect(tab.overlays().map((each) => each.id)).toEqual([id]);
  expect(tab.operations().map((each) => each.id)).toEqual([id]);
});

test("the device is asked to keep a change before the screen draws it [FIELD-03]", async () => {
  const tab = await device.open("ana", { isConnected: false, kinds: early });
  const reading = vi.spyOn(IDBObjectStore.prototype, "getAll");
  const keeping = tab.outbox.do("set", setTo("1"));
  // React draws a change of a store in the next microtask.
  const askedByThen = await new Promise<number>((resolve) => {
    queueMicrotask(() => resolve(reading.mock.calls.length));
  });
  await keeping;

  reading.mockRestore();
  expect(askedByThen).toBe(1);
});

test("a change that cannot be kept is drawn no more, and whoever made it learns why [FIELD-03] [GEN-03]", async () => {
  const tab = await device.open("ana", { isConnected: false, kinds: early });
  await tab.outbox.do("set", setTo("1"));
  const writing = failToWrite();
  const failed = tab.outbox.do("set", setTo("2", "b"));
  expect(tab.overlays()).toHaveLength(2);

  await expect(failed).rejects.toThrow("The device is full");

  writing.mockRestore();
  expect(tab.overlays()).toHaveLength(1);
  expect(tab.operations().map(({ text }) => text)).toEqual(["a: 1"]);
});

test("a tab that dies before a change is kept has never said that it waits [FIELD-04] [FIELD-05]", async () => {
  const tab = await device.open("ana", { isConnected: false, kinds: early });
  const writing = failToWrite();
  tab.outbox.do("set", setTo("1")).catch(() => undefined);
  expect(tab.overlays()).toHaveLength(1);
  tab.kill();

  const next = await device.open();
  writing.mockRestore();
  expect(tab.operations()).toEqual([]);
  expect(next.operations()).toEqual([]);
});
