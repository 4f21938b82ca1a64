import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Device, table } from "./device.ts";
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
  vi.useRealTimers();
});

const setTo = (value: string, record = "a") => ({ record, value });
const values = () => server.log.map(({ value, name }) => value ?? name);
const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 10_000 });
const sentOut = (count: number) => seen(() => expect(server.log).toHaveLength(count));

test("what is done without a line is kept when the tab dies, and arrives once, in order, with its time [FIELD-03] [FIELD-04]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const before = Date.now();
  for (const value of ["1", "2", "3"]) await tab.outbox.do("set", setTo(value));
  const made = tab.operations().map(({ madeAt }) => madeAt);
  tab.kill();
  expect(server.log).toEqual([]);

  const next = await device.open();
  expect(next.operations().map(({ text }) => text)).toEqual(["a: 1", "a: 2", "a: 3"]);
  await seen(() => expect(next.operations()).toEqual([]));
  expect(values()).toEqual(["1", "2", "3"]);
  expect(server.log.map(({ madeAt }) => madeAt)).toEqual(made);
  expect(made.every((each) => each >= before && each <= Date.now())).toBe(true);
});

test("nothing is shown before it is kept [FIELD-03]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const kept = tab.outbox.do("set", setTo("1"));
  expect(tab.overlays()).toEqual([]);
  const id = await kept;
  expect(tab.overlays().map((each) => each.id)).toEqual([id]);
});

test("what was sent without an answer is sent again and done once [FIELD-04]", async () => {
  const tab = await device.open();
  server.check = () => tab.kill();
  await tab.outbox.do("set", setTo("1"));
  await sentOut(1);
  const next = await device.open();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(server.calls).toBe(2);
  expect(values()).toEqual(["1"]);
});

test("records do not wait for each other, and each keeps its order [FIELD-04]", async () => {
  const tab = await device.open();
  const failing = new Error("A moment of weakness");
  server.check = ({ args }) => {
    if (args["record"] === "a") throw failing;
  };
  await tab.outbox.do("set", setTo("1", "a"));
  await tab.outbox.do("set", setTo("2", "a"));
  await tab.outbox.do("set", setTo("3", "b"));
  await sentOut(1);
  expect(values()).toEqual(["3"]);
  server.check = () => undefined;
  tab.line.cut();
  tab.line.restore();
  await seen(() => expect(values()).toEqual(["3", "1", "2"]));
});

test("one tab sends at a time, and another takes over when it is killed [FIELD-04]", async () => {
  const first = await device.open();
  const second = await device.open();
  first.line.cut();
  await second.outbox.do("set", setTo("1"));
  await seen(() => expect(first.operations()).toHaveLength(1));
  expect(server.calls).toBe(0);
  first.kill();
  await seen(() => expect(second.operations()).toEqual([]));
  expect(values()).toEqual(["1"]);
});

test("a tab hears that another has sent what it did [FIELD-04]", async () => {
  await device.open();
  const second = await device.open();
  const id = await second.outbox.do("set", setTo("1"));
  expect(await second.outbox.confirmed(id)).toBe("confirmed");
});

test("without locks every tab sends, and the keys make that harmless [FIELD-04]", async () => {
  const first = await device.open("ana", { locks: null, isConnected: false });
  const second = await device.open("ana", { locks: null, isConnected: false });
  await first.outbox.do("set", setTo("1"));
  await second.outbox.do("set", setTo("2"));
  await seen(() => expect(first.operations()).toHaveLength(2));
  first.line.restore();
  second.line.restore();
  await seen(() => {
    expect(first.operations()).toEqual([]);
    expect(second.operations()).toEqual([]);
  });
  expect(values()).toEqual(["1", "2"]);
});

test("what the server refuses later is kept, and what stands behind it goes on [FIELD-06]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  server.check = ({ args }) => {
    if (args["value"] === "1") throw refused("not_found", "Unit not found");
  };
  const id = await tab.outbox.do("set", setTo("1"));
  await tab.outbox.do("set", setTo("2"));
  const end = expect(tab.outbox.confirmed(id)).rejects.toThrow("Unit not found");
  tab.line.restore();
  await sentOut(1);
  await end;
  expect(values()).toEqual(["2"]);
  await seen(() => expect(tab.overlays()).toEqual([]));
  expect(tab.refusedLater).toMatchObject([{ id }]);
  tab.kill();

  const next = await device.open();
  const refusal = { code: "not_found", message: "Unit not found" };
  expect(next.operations()).toMatchObject([{ id, state: "refused", refusal }]);
  server.check = () => undefined;
  await next.outbox.retry(id);
  await seen(() => expect(next.operations()).toEqual([]));
  expect(values()).toEqual(["2", "1"]);
});

test("a refused operation can be discarded, and what depends on it goes with it [FIELD-06]", async () => {
  const tab = await device.open();
  server.check = () => {
    throw refused("forbidden", "Not yours");
  };
  const id = await tab.outbox.do("make", { name: "A" });
  await expect(tab.outbox.confirmed(id)).rejects.toThrow("Not yours");
  await tab.outbox.do("rename", { record: `pending:${id}`, name: "B" });
  expect(tab.operations()).toHaveLength(2);
  await tab.outbox.discard(id);
  expect(tab.operations()).toEqual([]);
  expect(server.log).toEqual([]);
});

test("a screen that waits tells of the refusal itself, and nothing of it stays [FIELD-06]", async () => {
  const tab = await device.open();
  server.check = () => {
    throw refused("conflict", "Too late");
  };
  const id = await tab.outbox.do("set", setTo("1"));
  await expect(tab.outbox.answered(id)).rejects.toThrow("Too late");
  expect(tab.operations()).toEqual([]);
  expect(tab.refusedLater).toEqual([]);
});

test("a screen does not wait for an answer without a line [FIELD-05]", async () => {
  const tab = await device.open();
  server.check = () => tab.line.cut();
  const id = await tab.outbox.do("set", setTo("1"));
  expect(await tab.outbox.answered(id)).toBe("waiting");
  expect(await tab.outbox.answered(await tab.outbox.do("set", setTo("2")))).toBe("waiting");
});

test("an edit of what was never sent becomes a part of it; taking it away leaves nothing [FIELD-03]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const id = await tab.outbox.do("make", { name: "A" });
  expect(await tab.outbox.do("rename", { record: `pending:${id}`, name: "B" })).toBe(id);
  expect(tab.operations()).toMatchObject([{ id, args: { name: "B" } }]);
  const other = await tab.outbox.do("make", { name: "C" });
  await tab.outbox.do("remove", { record: `pending:${other}` });
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
  expect([...server.things]).toEqual([["thing 1", { value: "B", isGone: false }]]);
  expect(server.log).toHaveLength(1);
});

test("an edit of what is on its way waits for the id that the server gives it [FIELD-03]", async () => {
  const tab = await device.open();
  server.check = () => tab.line.cut();
  const id = await tab.outbox.do("make", { name: "A" });
  await sentOut(1);
  server.check = () => undefined;
  await tab.outbox.do("rename", { record: `pending:${id}`, name: "B" });
  expect(tab.operations()).toMatchObject([{ args: { name: "A" } }, { dependsOn: [id] }]);
  tab.line.restore();
  await seen(() => expect(server.value("thing 1")).toBe("B"));
  await tab.outbox.do("rename", { record: `pending:${id}`, name: "C" });
  await seen(() => expect(server.value("thing 1")).toBe("C"));
});

test("what was never sent can be taken back; what the server may have cannot [FIELD-03]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const id = await tab.outbox.do("set", setTo("1"));
  expect(await tab.outbox.takeBack(id)).toBe(true);
  expect(tab.operations()).toEqual([]);
  expect(await tab.outbox.confirmed(id)).toBe("discarded");

  server.check = () => tab.line.cut();
  tab.line.restore();
  const sent = await tab.outbox.do("set", setTo("2"));
  await sentOut(1);
  expect(await tab.outbox.takeBack(sent)).toBe(false);
});

test("nobody sends or sees what another person did on the device [FIELD-08]", async () => {
  const ana = await device.open("ana", { isConnected: false });
  await ana.outbox.do("set", setTo("1"));
  ana.kill();
  const ben = await device.open("ben");
  await ben.outbox.do("set", setTo("2"));
  await seen(() => expect(ben.operations()).toEqual([]));
  expect(ben.overlays()).toEqual([]);
  expect(server.log).toMatchObject([{ value: "2", by: "ben" }]);
  ben.kill();
  const again = await device.open("ana");
  await seen(() => expect(again.operations()).toEqual([]));
  expect(server.log).toMatchObject([{ value: "2" }, { value: "1", by: "ana" }]);
});

test("signing out removes what the device keeps of a person, and of nobody else [FIELD-08]", async () => {
  const ben = await device.open("ben", { isConnected: false });
  await ben.outbox.do("set", setTo("2"));
  const ana = await device.open("ana", { isConnected: false });
  await ana.outbox.do("set", setTo("1"));
  await ana.outbox.forget();
  expect(ana.operations()).toEqual([]);
  ben.kill();
  const next = await device.open("ben", { isConnected: false });
  expect(next.operations()).toHaveLength(1);
});

test("the end of a session refuses nothing: everything waits for the next one [FIELD-08]", async () => {
  const tab = await device.open();
  server.check = () => {
    throw refused("unauthenticated", "Log in");
  };
  await tab.outbox.do("set", setTo("1"));
  await seen(() => expect(tab.isSignedOut()).toBe(true));
  expect(tab.operations()).toMatchObject([{ state: "sending" }]);
  tab.kill();
  server.check = () => undefined;
  await device.open();
  await sentOut(1);
});

test("an unexpected failure is tried again, and is the answer at the third time [FIELD-06]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const tab = await device.open();
  server.check = () => {
    throw new Error("Server Error");
  };
  const id = await tab.outbox.do("set", setTo("1"));
  const end = expect(tab.outbox.confirmed(id)).rejects.toThrow();
  const calls = async (count: number) => {
    while (server.calls < count || vi.getTimerCount() === 0)
      await new Promise((resolve) => setImmediate(resolve));
  };
  await calls(1);
  await vi.advanceTimersByTimeAsync(1000);
  await calls(2);
  expect(tab.operations()).toMatchObject([{ state: "sending" }]);
  await vi.advanceTimersByTimeAsync(2000);
  await end;
  expect(tab.operations()).toMatchObject([{ state: "refused", refusal: { code: null } }]);
});

test("an operation of another version of the program is kept, and neither sent nor shown [FIELD-03]", async () => {
  const newer = { ...table, set: { ...table["set"], version: 2 } } as typeof table;
  const tab = await device.open("ana", { isConnected: false, kinds: newer });
  await tab.outbox.do("set", setTo("1"));
  tab.kill();
  const older = await device.open();
  await older.outbox.do("set", setTo("2"));
  await sentOut(1);
  expect(values()).toEqual(["2"]);
  await seen(() =>
    expect(older.operations()).toMatchObject([{ version: 2, args: { value: "1" } }]),
  );
  expect(older.overlays()).toEqual([]);
  older.kill();
  await device.open("ana", { kinds: newer });
  await sentOut(2);
});

test("files are kept with their operation and go with it [FIELD-03]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const id = await tab.outbox.do("set", setTo("1"), { files: { photo: new Blob(["picture"]) } });
  tab.kill();
  const next = await device.open("ana", { isConnected: false });
  expect(Object.keys((await next.outbox.files(id)) ?? {})).toEqual(["photo"]);
  await next.outbox.discard(id);
  expect(await next.outbox.files(id)).toBeNull();
});
