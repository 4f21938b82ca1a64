import { expect, test } from "vitest";
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
