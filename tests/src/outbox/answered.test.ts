import { expect, test, vi } from "vitest";
import { Device, table } from "./device.ts";
import { stubIndexedDb } from "./indexed-db.ts";
import { refused, ThingsServer } from "./things-server.ts";

const setTo = (value: string, record = "a") => ({ record, value });

test("what was typed stays in the list where the screen that waited no longer holds it when the server refuses [FIELD-06] [GEN-03]", async () => {
  const typed = { ...table["set"], typedIn: ({ value }: { value: string }) => value };
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { kinds: { ...table, set: typed as never } });
  server.check = () => {
    throw refused("forbidden", "Not yours");
  };
  let isOpen = true;
  const held = await tab.outbox.do("set", setTo("1", "a"));
  await expect(tab.outbox.answered(held, { isHeld: () => isOpen })).rejects.toThrow("Not yours");
  expect(tab.operations()).toEqual([]);

  const left = await tab.outbox.do("set", setTo("2", "b"));
  const answered = tab.outbox.answered(left, { isHeld: () => isOpen });
  isOpen = false;
  expect(await answered).toBe("kept");
  const unheld = await tab.outbox.do("set", setTo("3", "c"));
  expect(await tab.outbox.answered(unheld)).toBe("kept");
  const kept = [
    { id: left, state: "refused", refusal: { code: "forbidden", message: "Not yours" } },
    { id: unheld, state: "refused" },
  ];
  expect(tab.operations()).toMatchObject(kept);
  expect(tab.refusedLater).toMatchObject(kept);
});

test("an undo of what the server refuses is done with by that, whether it was asked for before or after [FIELD-06] [MYDAY-02]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const device = new Device({ serve: server.serve });
  const tab = await device.open("ana", { isConnected: false });
  server.check = ({ name }) => {
    if (name === "things:set") throw refused("not_found", "The unit is gone");
  };
  const before = await tab.outbox.do("set", setTo("1"));
  await tab.outbox.do("undo", { record: "a", act: before });
  const after = await tab.outbox.do("set", setTo("2", "b"));
  tab.line.restore();

  await expect(tab.outbox.confirmed(after)).rejects.toThrow("The unit is gone");
  expect(await tab.outbox.confirmed(before)).toBe("discarded");
  await vi.waitFor(() => expect(tab.refusedLater).toMatchObject([{ id: after }]));
  expect(await tab.outbox.takeBack(after)).toBe(true);
  expect(tab.operations()).toEqual([]);
  expect(tab.refusedLater).toHaveLength(1);
  expect(server.log).toEqual([]);
});

test("an undo waits for the answer to what it undoes [FIELD-04] [MYDAY-02]", async () => {
  stubIndexedDb();
  const server = new ThingsServer();
  const tab = await new Device({ serve: server.serve }).open("ana", { isConnected: false });
  const act = await tab.outbox.do("set", setTo("1"));
  const undo = await tab.outbox.do("undo", { record: "a", act });
  tab.line.restore();

  expect(await tab.outbox.confirmed(undo)).toBe("confirmed");
  expect(server.log.map(({ name }) => name)).toEqual(["things:set", "things:undo"]);
});
