import { beforeEach, expect, test, vi } from "vitest";
import { handedOver } from "../../../src/lib/typed/handed-over.ts";
import { Device } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { ThingsServer } from "./things-server.ts";

let server: ThingsServer;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  server = new ThingsServer();
  device = new Device({ serve: server.serve });
});

const setTo = (value: string) => ({ record: "a", value });
const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 10_000 });

test("with a line an operation is kept and handed to the network in one writing, and sent once [FIELD-03] [FIELD-04]", async () => {
  const tab = await device.open();
  const id = await tab.outbox.do("set", setTo("1"));
  expect(tab.operations()).toMatchObject([{ id, state: "sending", tries: 1 }]);
  await tab.outbox.confirmed(id);
  expect(server.calls).toBe(1);
});

test("what was handed to a line that is cut in the moment it is kept goes with the next line, or the next tab, once [FIELD-04]", async () => {
  const tab = await device.open();
  const other = await device.open();
  for (const [at, goesOn] of [() => tab.line.cut(), () => tab.kill()].entries()) {
    const cut = vi
      .spyOn(tab.line, "isConnected")
      .mockImplementation(() => tab.operations().length === 0);
    await tab.outbox.do("set", setTo(String(at)));
    expect(tab.operations()).toMatchObject([{ state: "sending", tries: 1 }]);
    expect(server.log).toHaveLength(at);
    cut.mockRestore();
    goesOn();
    tab.line.restore();
    await seen(() => expect(server.log).toHaveLength(at + 1));
    await seen(() => expect(other.operations()).toEqual([]));
  }
  expect(server.log.map(({ value }) => value)).toEqual(["0", "1"]);
});

test("the tab that sends hears of what a tab kept and told nobody of, for it died that moment: from the next tab, and with the next line [FIELD-04]", async () => {
  const sending = await device.open();
  const dieWith = async (value: string) => {
    const tab = await device.open();
    void tab.outbox.do("set", setTo(value));
    tab.kill();
  };

  await dieWith("1");
  await device.open();
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["1"]));

  await dieWith("2");
  sending.line.cut();
  sending.line.restore();
  await seen(() => expect(server.log.map(({ value }) => value)).toEqual(["1", "2"]));
});

test("a tab takes the sending over from one that the browser has frozen with the lock [FIELD-04]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const frozen = await device.open();
  const tab = await device.open();
  frozen.freeze();
  await tab.outbox.do("set", setTo("1"));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(server.calls).toBe(0);
  await vi.advanceTimersByTimeAsync(15_000);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log).toHaveLength(1);
});

test("a tab takes over what a frozen one had on its way, and what waits behind it [FIELD-04]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const frozen = await device.open();
  const tab = await device.open();
  vi.spyOn(frozen.line, "mutation").mockReturnValue(new Promise(() => undefined));
  await frozen.outbox.do("set", setTo("1"));
  await frozen.outbox.do("set", setTo("2"));
  await seen(() => expect(tab.operations()).toMatchObject([{ state: "sending" }, {}]));
  frozen.freeze();
  for (let minutes = 0; minutes < 6; minutes += 1) await vi.advanceTimersByTimeAsync(60_000);
  await seen(() => expect(tab.operations()).toEqual([]));
  expect(server.log.map(({ value }) => value)).toEqual(["1", "2"]);
});

test("a tab takes nothing over from one that is slow: its requests are on their way [FIELD-04]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const request = vi.fn(() => new Promise(() => undefined));
  const slow = await device.open();
  const tab = await device.open("ana", { locks: { request } });
  vi.spyOn(slow.line, "mutation").mockReturnValue(new Promise(() => undefined));
  await slow.outbox.do("set", setTo("1"));
  await seen(() => expect(tab.operations()).toMatchObject([{ state: "sending" }]));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(1);
});

test("an outbox that is closed takes nothing over, whatever it has left [FIELD-04]", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const request = vi.fn((_name: string, _options: unknown, hold: () => Promise<void>) => hold());
  const locks = { request } as never;
  const tab = await device.open("ana", { isConnected: false, locks });
  await tab.outbox.do("set", setTo("1"));
  const reading = tab.outbox.refresh();
  tab.outbox.stop();
  tab.line.restore();
  await reading;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(request).toHaveBeenCalledTimes(1);
});

test("a tab whose lock was taken sends no more, and waits for its turn [FIELD-04]", async () => {
  let take: () => void = () => undefined;
  const request = vi.fn(
    (_name: string, _options: unknown, hold: () => Promise<void>) =>
      new Promise((_, reject) => {
        if (request.mock.calls.length > 1) return;
        take = () => reject(new DOMException("taken", "AbortError"));
        void hold();
      }),
  );
  const tab = await device.open("ana", { locks: { request } as never });
  await tab.outbox.do("set", setTo("1"));
  await seen(() => expect(server.log).toHaveLength(1));
  take();
  await seen(() => expect(request).toHaveBeenCalledTimes(2));
  await tab.outbox.do("set", setTo("2"));
  expect(tab.operations()).toMatchObject([{ state: "waiting", tries: 0 }]);
});

test("the texts of what waits are known as handed over to the next page, also when an edit joined a new thing [FIELD-04]", async () => {
  const tab = await device.open("ana", { isConnected: false });
  const made = await tab.outbox.do("make", { name: "Step" }, { from: "first text" });
  const record = `pending:${made}`;
  await tab.outbox.do("rename", { record, name: "Steps" }, { from: "second text" });
  const other = await device.open("ben", { isConnected: false });
  await other.outbox.do("make", { name: "Door" }, { from: "his text" });
  tab.kill();
  const known = () => ["first text", "second text", "his text"].filter(handedOver.has);
  expect(known()).toEqual([]);
  await device.open("ana", { isConnected: false });
  expect(known()).toEqual(["first text", "second text"]);
});
