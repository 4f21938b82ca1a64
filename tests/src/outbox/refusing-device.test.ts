import { Blob as NodeBlob } from "node:buffer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NotKept } from "../../../src/lib/device/not-kept.ts";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import type { Locks } from "../../../src/lib/outbox/line.ts";
import { Device } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

let server: ThingsServer;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});

afterEach(() => {
  device.end();
  vi.useRealTimers();
});

const full = () => {
  throw new DOMException("The disk is full", "QuotaExceededError");
};
const seen = (look: () => void | Promise<void>) =>
  vi.waitFor(look, { interval: 5, timeout: 10_000 });

test("what the server has is confirmed, and never told as refused, on a device that cannot forget it any more [FIELD-04] [FIELD-06]", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
    advanceTimeDelta: 200,
  });
  const tab = await device.open();
  const remove = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(full);
  const id = await tab.outbox.do("set", { record: "a", value: "1" });
  expect(await tab.outbox.confirmed(id)).toBe("confirmed");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tab.operations()).toEqual([]);
  expect(tab.refusedLater).toEqual([]);

  remove.mockRestore();
  await tab.outbox.do("set", { record: "a", value: "2" });
  await vi.advanceTimersByTimeAsync(60_000);
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["1", "2"]));
  const next = await device.open();
  await seen(() => expect(next.operations()).toEqual([]));
});

test("what the server refuses is told on a device that cannot write that down, stands in the list, and holds nothing up [FIELD-06]", async () => {
  const tab = await device.open();
  const refusal = { code: "not_found", message: "Unit not found" };
  server.check = () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(full);
    server.check = () => undefined;
    throw refused(refusal.code, refusal.message);
  };
  const id = await tab.outbox.do("set", { record: "a", value: "1" });
  await expect(tab.outbox.confirmed(id)).rejects.toThrow("Unit not found");
  expect(tab.refusedLater).toMatchObject([{ id, refusal }]);

  await tab.outbox.do("set", { record: "a", value: "2" });
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["2"]));
  await seen(() => expect(tab.operations()).toMatchObject([{ id, state: "refused", refusal }]));
  expect(server.calls).toBe(2);

  await tab.outbox.retry(id);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log.map(({ value }) => value)).toEqual(["2", "1"]);
});

test("a change that the device fails to store, for any reason, is sent at once; without a network it is told that nothing was done [FIELD-04] [FIELD-09]", async () => {
  const tab = await device.open();
  const failing = () => {
    throw new DOMException("Internal error", "UnknownError");
  };
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(failing);
  const id = await tab.outbox.do("set", { record: "a", value: "1" });
  expect(await tab.outbox.confirmed(id)).toBe("confirmed");
  expect(server.log).toMatchObject([{ record: "a", value: "1" }]);
  expect(tab.operations()).toEqual([]);

  tab.line.cut();
  const undone = tab.outbox.do("set", { record: "a", value: "2" });
  await expect(undone).rejects.toBeInstanceOf(NotKept);
  tab.line.restore();
  await tab.outbox.do("set", { record: "a", value: "3" });
  expect(server.log.map(({ value }) => value)).toEqual(["1", "3"]);
});

test("a tab that takes over sends also where the device cannot write down that the tab before is gone [FIELD-04]", async () => {
  const before = await device.open();
  server.check = () => before.kill();
  await before.outbox.do("set", { record: "a", value: "1" });
  await seen(() => expect(server.log).toHaveLength(1));

  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(full);
  const next = await device.open();
  await seen(() => expect(put).toHaveBeenCalled());
  put.mockRestore();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(server.calls).toBe(2);
});

test("a tab whose outbox is closed while it takes over leaves the sending to the next [FIELD-04]", async () => {
  const before = await device.open();
  before.outbox.stop();
  const next = await device.open();
  await next.outbox.do("set", { record: "a", value: "1" });
  await seen(() => expect(server.log).toMatchObject([{ record: "a", value: "1" }]));
});

test("a browser that gives no lock sends without one [FIELD-04]", async () => {
  const request = () => Promise.reject(new DOMException("No locks here", "SecurityError"));
  const tab = await device.open("ana", { locks: { request } as unknown as Locks });
  await tab.outbox.do("set", { record: "a", value: "1" });
  await seen(() => expect(server.log).toMatchObject([{ record: "a", value: "1" }]));
});

test("an outbox that cannot read its device hears nothing more: the next try opens another one [FIELD-04]", async () => {
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementationOnce(full);
  await expect(device.open()).rejects.toThrow("The disk is full");
  expect(device.listening).toBe(0);
  await device.open();
  expect(device.listening).toBe(1);
});

test("a device that never opens its database leaves the work to the page, which says that it keeps nothing [FIELD-03] [FIELD-05]", async () => {
  // A page that keeps the database open blocks its deletion, and all requests after that.
  const holding = indexedDB.open("locked for good");
  await new Promise((resolve) => (holding.onsuccess = resolve));
  indexedDB.deleteDatabase("locked for good");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const opening = openDatabase("locked for good");
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect((await opening).isKept).toBe(false);
});

test("what waits is read also where the browser has closed the database unseen [FIELD-04]", async () => {
  const database = await openDatabase("closed unseen");
  const closeUnseen = () =>
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The database connection is closing", "InvalidStateError");
    });

  closeUnseen();
  expect(await database.read()).toEqual([]);
  closeUnseen();
  expect(await database.files("none")).toBeNull();
});

test("a row of another shape holds up nothing, and stays on the device [FIELD-03] [FIELD-04]", async () => {
  const before = await device.open();
  before.kill();
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(device.name);
    opening.onsuccess = () => resolve(opening.result);
  });
  const rows = () => database.transaction("operations", "readwrite").objectStore("operations");
  await new Promise((resolve) => {
    rows().add({ id: "odd", by: "ana", record: "a", kind: "set", version: 1 }).onsuccess = resolve;
  });

  const tab = await device.open();
  await tab.outbox.do("set", { record: "a", value: "1" });
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.value("a")).toBe("1");
  const stored = rows().getAll();
  await new Promise((resolve) => (stored.onsuccess = resolve));
  expect(stored.result).toMatchObject([{ id: "odd" }]);
});

test("what waits outlives the deletion of the database under an open page, in order and with its files, and arrives once [FIELD-04] [FIELD-09]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const other = await device.open("ana", { isConnected: false });
  // The fake IndexedDB stores only the blobs of Node.
  vi.stubGlobal("Blob", NodeBlob);
  const photo = new NodeBlob(["photo"]) as Blob;
  const id = await tab.outbox.do("set", { record: "a", value: "1" }, { files: { photo } });
  await tab.outbox.do("set", { record: "a", value: "2" });
  await seen(() => expect(other.operations()).toHaveLength(2));
  const deletion = indexedDB.deleteDatabase(device.name);
  await new Promise((resolve) => (deletion.onsuccess = resolve));

  await tab.outbox.do("set", { record: "b", value: "3" });
  const values = () => tab.operations().map(({ args }) => (args as { value: string }).value);
  expect(values()).toEqual(["1", "2", "3"]);
  expect(await (await tab.outbox.files(id))?.["photo"]?.text()).toBe("photo");
  const elsewhere = await openDatabase(device.name);
  const stored = async () => await (await elsewhere.files(id))?.["photo"]?.text();
  await seen(async () => expect(await stored()).toBe("photo"));
  await seen(() => expect(other.operations()).toHaveLength(3));
  other.line.restore();
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  const arrived = server.log.map(({ record, value }) => `${String(record)}${String(value)}`);
  expect(arrived.sort()).toEqual(["a1", "a2", "b3"]);
  expect(server.value("a")).toBe("2");
});

test("the file of a photo that waits is on the device again also where another tab meets the deletion of the database first [FIELD-04] [FIELD-09]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const other = await device.open("ana", { isConnected: false });
  vi.stubGlobal("Blob", NodeBlob);
  const photo = new NodeBlob(["photo"]) as Blob;
  const id = await tab.outbox.do("set", { record: "a", value: "1" }, { files: { photo } });
  await seen(() => expect(other.operations()).toHaveLength(1));
  const deletion = indexedDB.deleteDatabase(device.name);
  await new Promise((resolve) => (deletion.onsuccess = resolve));

  await other.outbox.do("set", { record: "b", value: "2" });

  await seen(() => expect(tab.operations()).toHaveLength(2));
  const elsewhere = await openDatabase(device.name);
  const stored = async () => await (await elsewhere.files(id))?.["photo"]?.text();
  await seen(async () => expect(await stored()).toBe("photo"));
});

test("a tab that cannot read its device now learns all the same that another tab was refused what it waits for [FIELD-06]", async () => {
  await device.open();
  const waiting = await device.open();
  const read = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, "getAll");
  const reading = vi.spyOn(IDBObjectStore.prototype, "getAll");
  server.check = () => {
    reading.mockImplementation(function (this: IDBObjectStore, ...range) {
      if (this.transaction.mode === "readonly") throw new DOMException("Not now", "UnknownError");
      return Reflect.apply(read?.value as typeof this.getAll, this, range);
    });
    throw refused("not_found", "Unit not found");
  };
  const id = await waiting.outbox.do("set", { record: "a", value: "1" });
  await expect(waiting.outbox.answered(id)).rejects.toThrow("Unit not found");
  reading.mockRestore();
});

test("a refusal that the sending tab cannot write down is told and listed in the tab that made it, which can send it again [FIELD-06]", async () => {
  const sending = await device.open();
  const making = await device.open();
  const refusal = { code: "not_found", message: "Unit not found" };
  server.check = () => {
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(full);
    server.check = () => undefined;
    throw refused(refusal.code, refusal.message);
  };
  const id = await making.outbox.do("set", { record: "a", value: "1" });
  await expect(making.outbox.confirmed(id)).rejects.toThrow("Unit not found");
  for (const tab of [making, sending])
    await seen(() => expect(tab.refusedLater).toMatchObject([{ id, refusal }]));

  await making.outbox.do("set", { record: "b", value: "2" });
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["2"]));
  for (const tab of [making, sending])
    await seen(() => expect(tab.operations()).toMatchObject([{ id, state: "refused", refusal }]));

  await making.outbox.retry(id);
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["2", "1"]));
  for (const tab of [making, sending]) await seen(() => expect(tab.operations()).toEqual([]));
});
