import { beforeEach, expect, test, vi } from "vitest";
import { Device, table } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

let device: Device;

beforeEach(() => {
  stubIndexedDb();
  device = new Device({ serve: new ThingsServer().serve });
});

const setTo = (value: string, record = "a") => ({ record, value });

/** The same kind of operation, rendered in the frame of the press. */
const early = { ...table, set: { ...table["set"]!, isDrawnAtOnce: true } };

function failToWrite() {
  return vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });
}

/** Opens a tab on a device without free storage. The connection is cut when the server receives a call. */
async function openFull() {
  const server = new ThingsServer();
  device = new Device({ serve: server.serve });
  const tab = await device.open();
  server.check = () => tab.line.cut();
  return { server, tab, writing: failToWrite() };
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
  // React renders a store's change in the next microtask.
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

test("a full device sends a change at once where there is a line, and draws it meanwhile [FIELD-09] [GEN-03]", async () => {
  const server = new ThingsServer();
  device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { kinds: early });
  let drawnMeanwhile = 0;
  server.check = () => void (drawnMeanwhile = tab.overlays().length);
  const writing = failToWrite();
  const id = await tab.outbox.do("set", setTo("1"));
  writing.mockRestore();

  expect(await tab.outbox.answered(id)).toBe("confirmed");
  expect([server.value("a"), drawnMeanwhile]).toEqual(["1", 1]);
  expect([tab.overlays(), tab.operations()]).toEqual([[], []]);
});

test("what the server refuses of a full device is told as its refusal, and drawn no more [FIELD-09]", async () => {
  const server = new ThingsServer();
  device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { kinds: early });
  server.check = () => {
    throw refused("forbidden", "You may not");
  };
  const writing = failToWrite();
  await expect(tab.outbox.do("set", setTo("1"))).rejects.toMatchObject({
    data: { message: "You may not" },
  });
  writing.mockRestore();
  expect([tab.overlays(), tab.operations()]).toEqual([[], []]);
});

test("a full device sends nothing before what waits of the same record, nor where the line is gone before the answer [FIELD-09]", async () => {
  const server = new ThingsServer();
  device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { kinds: early, isConnected: false });
  await tab.outbox.do("set", setTo("1"));
  const writing = failToWrite();
  tab.line.restore();
  await expect(tab.outbox.do("set", setTo("2"))).rejects.toThrow("The device is full");

  server.check = () => tab.line.cut();
  await expect(tab.outbox.do("set", setTo("3", "b"))).rejects.toThrow("The device is full");
  writing.mockRestore();
  expect(tab.operations().map(({ text }) => text)).toEqual(["a: 1"]);
  expect(tab.overlays()).toHaveLength(1);
});

test("what a full device has sent as its line went is made once, though it is done again [FIELD-02] [FIELD-09]", async () => {
  const { server, tab, writing } = await openFull();
  const lost = tab.outbox.do("make", { name: "Mind the step" });
  await expect(lost).rejects.toThrow("The device is full");
  server.check = () => undefined;
  tab.line.restore();

  const id = await tab.outbox.do("make", { name: "Mind the step" });
  expect(await tab.outbox.answered(id)).toBe("confirmed");
  expect(server.log).toHaveLength(1);

  await tab.outbox.do("make", { name: "Mind the step" });
  writing.mockRestore();
  expect(server.log).toHaveLength(2);
});

test("what a full device has sent as its line went is kept unchanged when it is done again, and changed behind it [FIELD-04] [FIELD-09]", async () => {
  const { server, tab, writing } = await openFull();
  await expect(tab.outbox.do("make", { name: "Step" })).rejects.toThrow("The device is full");
  server.check = () => undefined;
  writing.mockRestore();

  const id = await tab.outbox.do("make", { name: "Step" });
  await tab.outbox.do("rename", { record: `pending:${id}`, name: "Mind the step" });
  expect(tab.operations().map(({ kind }) => kind)).toEqual(["make", "rename"]);
});

test("what a full device has sent as its line went, and that is changed before its form is saved again, is made once and changed [FIELD-02] [FIELD-09]", async () => {
  const { server, tab, writing } = await openFull();
  const make = (name: string, from = "form") => tab.outbox.do("make", { name }, { from });
  await expect(make("Step")).rejects.toThrow("The device is full");
  tab.line.restore();
  // The change is lost in transit, after the outbox has learned that the server has the first contents.
  await expect(make("Mind the step")).rejects.toThrow("The device is full");
  server.check = () => undefined;
  tab.line.restore();

  const id = await make("Mind the step, please");
  const other = await make("Step", "another form");
  writing.mockRestore();

  expect(await tab.outbox.answered(id)).toBe("confirmed");
  expect(await tab.outbox.answered(other)).toBe("confirmed");
  const values = [...server.things.values()].map(({ value }) => value);
  expect(values).toEqual(["Mind the step, please", "Step"]);
});

test("what a full device has sent as its line went is made once, though it was done again without a line in between [FIELD-02] [FIELD-09]", async () => {
  const { server, tab, writing } = await openFull();
  const make = (name: string) => tab.outbox.do("make", { name }, { from: "form" });
  await expect(make("Step")).rejects.toThrow("The device is full");
  server.check = () => undefined;
  await expect(make("Step")).rejects.toThrow("The device is full");
  await expect(make("Mind the step")).rejects.toThrow("The device is full");
  tab.line.restore();

  const id = await make("Mind the step, please");
  writing.mockRestore();
  expect(await tab.outbox.answered(id)).toBe("confirmed");
  const values = [...server.things.values()].map(({ value }) => value);
  expect(values).toEqual(["Mind the step, please"]);
});
