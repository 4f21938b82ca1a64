import { type DBSchema, deleteDB } from "idb";
import { expect, test, vi } from "vitest";
import { KeptConnection } from "../../../src/lib/device/kept-connection.ts";
import { stubIndexedDb } from "../outbox/indexed-db.ts";

interface Schema extends DBSchema {
  works: { key: string; value: string };
}

test("works that meet an ended connection at once share one new connection, and none stays to block another version [FIELD-04]", async () => {
  stubIndexedDb();
  const kept = new KeptConnection<Schema>("works", (database) => {
    database.createObjectStore("works");
  });
  await kept.open();
  const open = vi.spyOn(IDBFactory.prototype, "open");
  const met = new Set<unknown>();
  const work = (name: string) =>
    kept.begin(async (database) => {
      if (met.has(name)) return await database.count("works");
      met.add(name);
      throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
    });

  expect(await Promise.all([work("one"), work("two"), work("three")])).toEqual([0, 0, 0]);
  expect(open).toHaveBeenCalledTimes(1);

  const blocked = vi.fn();
  await deleteDB("works", { blocked });
  expect(blocked).not.toHaveBeenCalled();
});
