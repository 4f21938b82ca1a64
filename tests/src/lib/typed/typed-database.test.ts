import { beforeEach, expect, test, vi } from "vitest";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";
import { loseDatabases, stubCopiedDevice } from "../../support/copied-device.ts";
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

test("a half typed text is there again when a crash has emptied the databases of the browser, and a saved one is not [GEN-03] [FIELD-04]", async () => {
  const caches = stubCopiedDevice();
  const texts = new TypedDatabase();
  const kept = (key: string, text: string) => ({ by: "ana", key, text, at: 1 });
  await texts.write("ana", { put: [kept("note", "Mind"), kept("saved", "The door")], drop: [] });
  await texts.write("ana", { put: [kept("note", "Mind the step")], drop: ["saved"] });
  const copied = async () => await caches.addresses("copy-of-turnboard-typed");
  await vi.waitFor(async () => expect(await copied()).toHaveLength(1));
  loseDatabases();

  const next = new TypedDatabase();
  expect(await next.read(withoutAddress("ana"))).toEqual([kept("note", "Mind the step")]);
  expect(await new TypedDatabase().read(withoutAddress("ana"))).toHaveLength(1);
});

test("a new database waits only a moment for a copy that the browser does not hand out [GEN-03]", async () => {
  const caches = stubCopiedDevice();
  vi.spyOn(caches, "has").mockReturnValue(new Promise(() => undefined));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let found: unknown;
  void new TypedDatabase().read(withoutAddress("ana")).then((texts) => (found = texts));
  while (found === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.runOnlyPendingTimers();
  }
  expect(found).toEqual([]);
  vi.useRealTimers();
});
