import { beforeEach, expect, test, vi } from "vitest";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { personOf, withoutAddress } from "./kept-texts.ts";

beforeEach(() => stubIndexedDb());

test("a database that the browser has closed unseen is opened anew for what is typed [GEN-03] [FIELD-08]", async () => {
  const texts = new TypedDatabase();
  const kept = (text: string) => ({ by: "ana", key: "unit", text, at: 1 });
  await texts.write("ana", { put: [kept("Mind")], drop: [] });
  const closeUnseen = () =>
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The database connection is closing", "InvalidStateError");
    });

  closeUnseen();
  await texts.write("ana", { put: [kept("Mind the step")], drop: [] });
  expect(await texts.read(withoutAddress("ana"))).toMatchObject([{ text: "Mind the step" }]);

  closeUnseen();
  await texts.forget(personOf("ana"));
  expect(await texts.read(withoutAddress("ana"))).toEqual([]);
});

test("what is typed is read over a new connection when iOS has ended the old one [GEN-03] [FIELD-04]", async () => {
  const texts = new TypedDatabase();
  await texts.write("ana", { put: [{ by: "ana", key: "unit", text: "Mind", at: 1 }], drop: [] });
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementationOnce(() => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  });
  expect(await texts.read(withoutAddress("ana"))).toMatchObject([{ text: "Mind" }]);
});
