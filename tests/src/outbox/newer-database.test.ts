import { openDB } from "idb";
import { expect, test, vi } from "vitest";
import { openDatabase } from "../../../src/lib/outbox/database.ts";
import { Device } from "./device.ts";
import { fillDisk, stubIndexedDb } from "./indexed-db.ts";
import { ThingsServer } from "./things-server.ts";

test("an open page and the next start go on with a database that a newer version of the app has raised, and lose nothing [FIELD-04]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("set", { record: "a", value: "1" });
  const newer = await openDB(device.name, 2);
  await tab.outbox.do("set", { record: "b", value: "2" });
  newer.close();
  tab.kill();

  expect((await openDatabase(device.name)).isKept).toBe(true);
  const next = await device.open("ana");
  await vi.waitFor(() => expect(next.operations()).toEqual([]));
  expect(server.log.map(({ value }) => value)).toEqual(["1", "2"]);
  device.end();
});

test("a change whose transaction the browser ends on a full device is sent at once [FIELD-09]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open();
  const freeDisk = fillDisk();
  await tab.outbox.do("set", { record: "a", value: "1" });
  freeDisk();
  expect(server.log).toMatchObject([{ record: "a", value: "1" }]);
  expect(tab.operations()).toEqual([]);
  device.end();
});

test("a page that finds its database held by a browser that has just crashed has what waits there, and keeps more [FIELD-04] [FIELD-05]", async () => {
  stubIndexedDb();
  const device = new Device({ serve: new ThingsServer().serve });
  const before = await device.open("ana", { isConnected: false });
  await before.outbox.do("set", { record: "a", value: "1" });
  before.kill();
  (await openDB("held", 2)).close();
  const refused = indexedDB.open("held", 1);
  vi.spyOn(IDBFactory.prototype, "open").mockReturnValueOnce(refused);

  const database = await openDatabase(device.name);

  expect(database.isKept).toBe(true);
  expect(await database.read()).toHaveLength(1);
});

test("an act that meets a connection that iOS has ended in the background is kept over a new one, once [FIELD-04]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { isConnected: false });
  const lost = () => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  };
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(lost);
  await tab.outbox.do("set", { record: "a", value: "1" });
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(lost);
  await tab.outbox.do("set", { record: "b", value: "2" });
  expect(tab.operations()).toHaveLength(2);
  tab.kill();

  const next = await device.open("ana");
  await vi.waitFor(() => expect(next.operations()).toEqual([]));
  expect(server.log.map(({ value }) => value)).toEqual(["1", "2"]);
  device.end();
});

test("a change that iOS has stored and reports as failed is done once, and tells what it did [FIELD-04] [FIELD-05]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { isConnected: false });
  /** The next transaction is stored, and its page hears the opposite. */
  const reportFailure = () => {
    const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, "transaction");
    const beginning = vi.spyOn(IDBDatabase.prototype, "transaction");
    beginning.mockImplementationOnce(function (this: IDBDatabase, ...given) {
      const transaction = Reflect.apply(begin?.value as typeof this.transaction, this, given);
      const lost = new DOMException("Connection to Indexed Database server lost.", "UnknownError");
      const listen = transaction.addEventListener.bind(transaction);
      listen("complete", () => void Object.defineProperty(transaction, "error", { value: lost }));
      transaction.addEventListener = (type: string, listener: EventListener) => {
        if (type !== "complete") listen(type === "abort" ? "complete" : type, listener);
      };
      return transaction;
    });
  };

  const id = await tab.outbox.do("set", { record: "a", value: "1" });
  reportFailure();
  expect(await tab.outbox.takeBack(id)).toBe(true);
  expect(tab.operations()).toEqual([]);

  await tab.outbox.do("make", { name: "Door" });
  const record = tab.operations()[0]?.record ?? "";
  reportFailure();
  await tab.outbox.do("remove", { record });
  expect(tab.operations()).toEqual([]);

  reportFailure();
  await tab.outbox.do("set", { record: "a", value: "2" });
  expect(tab.operations()).toMatchObject([{ args: { value: "2" } }]);
  tab.line.restore();
  await vi.waitFor(() => expect(tab.operations()).toEqual([]));
  expect(server.log.map(({ value }) => value)).toEqual(["2"]);
  device.end();
});

test("a tab that was told nothing of another one's work has it when its line is back, also where another tab sends [FIELD-04] [FIELD-05]", async () => {
  stubIndexedDb();
  const device = new Device({ serve: new ThingsServer().serve });
  await device.open("ana", { isConnected: false });
  const frozen = await device.open("ana", { isConnected: false });
  await frozen.outbox.do("set", { record: "a", value: "1" });
  // A page that the browser has frozen for a way back hears no messages.
  const elsewhere = await openDatabase(device.name);
  await elsewhere.change((drop) => ({ put: [], drop }));
  expect(frozen.operations()).toHaveLength(1);

  frozen.line.restore();
  await vi.waitFor(() => expect(frozen.operations()).toEqual([]));
  device.end();
});
