import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Operation } from "../../../src/lib/outbox/operation.ts";
import { loseDatabases, stubCopiedDevice } from "../support/copied-device.ts";
import type { FakeCaches } from "../support/fake-caches.ts";
import { Device } from "./device.ts";
import { ThingsServer } from "./things-server.ts";

let caches: FakeCaches;
let server: ThingsServer;
let device: Device;

beforeEach(() => {
  caches = stubCopiedDevice();
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});

afterEach(() => device.end());

const seen = (look: () => void | Promise<void>) =>
  vi.waitFor(look, { interval: 5, timeout: 10_000 });

const copied = async () => await caches.addresses(`copy-of-${device.name}`);
const copyHas = (rows: number) => seen(async () => expect(await copied()).toHaveLength(rows));
const photo = (text = "photo") => new Blob([text], { type: "image/png" });
const valuesOf = (operations: readonly Operation[]) =>
  operations.map(({ args }) => (args as { value: string }).value);
const arrived = () => server.log.map(({ record, value }) => `${String(record)}${String(value)}`);

test("what waits is there again when a crash has emptied the databases of the browser, in order and with its files, and arrives once [FIELD-04]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const id = await tab.outbox.do("set", { record: "a", value: "1" }, { files: { photo: photo() } });
  await tab.outbox.do("set", { record: "a", value: "2" });
  await tab.outbox.do("set", { record: "b", value: "3" });
  await copyHas(4);
  tab.kill();
  loseDatabases();

  const next = await device.open("ana", { isConnected: false });
  expect(valuesOf(next.operations())).toEqual(["1", "2", "3"]);
  const file = (await next.outbox.files(id))?.["photo"];
  expect([file?.type, await file?.text()]).toEqual(["image/png", "photo"]);
  next.kill();
  // Stored again, not only shown.
  const last = await device.open();
  await seen(() => expect(last.operations()).toEqual([]));
  expect(arrived().sort()).toEqual(["a1", "a2", "b3"]);
  expect(server.value("a")).toBe("2");
  await copyHas(0);
});

test("what has arrived, or was withdrawn, does not come back with the databases [FIELD-04] [FIELD-06]", async () => {
  const tab = await device.open();
  await tab.outbox.confirmed(await tab.outbox.do("set", { record: "a", value: "1" }));
  tab.line.cut();
  await tab.outbox.takeBack(await tab.outbox.do("set", { record: "a", value: "2" }));
  await tab.outbox.do("set", { record: "a", value: "3" });
  await copyHas(1);
  tab.kill();
  loseDatabases();

  const next = await device.open();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(arrived()).toEqual(["a1", "a3"]);
});

test("a change that is put back is not merged with a later one, because the server may have it [FIELD-04]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("make", { name: "Door" });
  await copyHas(1);
  tab.kill();
  loseDatabases();

  const next = await device.open("ana", { isConnected: false });
  const record = next.operations()[0]?.record ?? "";
  await next.outbox.do("rename", { record, name: "Gate" });
  expect(next.operations()).toHaveLength(2);
  next.line.restore();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(server.log.map(({ name }) => name)).toEqual(["things:make", "things:rename"]);
});

test("a copy that cannot be read at one start is put back at the next one, beside what was done meanwhile [FIELD-04]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  await tab.outbox.do("set", { record: "a", value: "1" });
  await tab.outbox.do("set", { record: "b", value: "2" });
  await copyHas(2);
  tab.kill();
  loseDatabases();

  vi.spyOn(caches, "open").mockRejectedValueOnce(new DOMException("Not now", "UnknownError"));
  const between = await device.open("ana", { isConnected: false });
  expect(between.operations()).toEqual([]);
  await between.outbox.do("set", { record: "a", value: "3" });
  await copyHas(3);
  between.kill();

  const next = await device.open("ana", { isConnected: false });
  expect(valuesOf(next.operations())).toEqual(["1", "2", "3"]);
  next.line.restore();
  await seen(() => expect(next.operations()).toEqual([]));
  expect(arrived().sort()).toEqual(["a1", "a3", "b2"]);
  expect(server.value("a")).toBe("3");
});
