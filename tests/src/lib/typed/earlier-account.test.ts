import { beforeEach, expect, test, vi } from "vitest";
import { authorOf } from "../../../../src/lib/device/earlier-account.ts";
import { ownAccounts } from "../../../../src/lib/device/own-accounts.ts";
import { drafts, formKey } from "../../../../src/lib/typed/drafts.ts";
import { findLeftTexts, leftTexts } from "../../../../src/lib/typed/left-texts.ts";
import { TextKeeper } from "../../../../src/lib/typed/text-keeper.ts";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { die, open, personOf, seen, textsOf } from "./kept-texts.ts";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});

test("what a person typed under an account of before the data was replaced is theirs again, and nobody else's [FIELD-08] [GEN-03]", async () => {
  const before = open("ana");
  drafts.set("unit", "Mind the step");
  drafts.set("gone", "Of a unit that is no more");
  await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(2));
  die(before);
  const texts = new TypedDatabase();
  await texts.write("ana now", {
    put: [{ by: "ana now", key: "unit", text: "The door", at: 1 }],
    drop: [],
  });
  expect(await findLeftTexts(personOf("ben"))).toBe(0);
  // Somebody else has the address of Ana after her.
  expect(await findLeftTexts({ ...personOf("eva", "ana"), firstName: "Eva" })).toBe(0);

  const present = personOf("ana now", "ana");
  const both = "Mind the step\n\nThe door";
  expect(await findLeftTexts(present)).toBe(2);
  expect(leftTexts.snapshot()).toEqual([both, "Of a unit that is no more"]);
  const keeper = new TextKeeper(present);
  keeper.start();
  await seen(() => expect(drafts.get("unit")).toBe(both));
  drafts.clear("unit");
  await seen(async () => expect(await textsOf("ana now")).toHaveProperty("gone"));
  await texts.forget(present);
  expect([await textsOf("ana"), await textsOf("ana now")]).toEqual([{}, {}]);
  keeper.stop();
});

test("a text of an earlier account that a look at the device finds stays when the person types on [FIELD-08] [GEN-03]", async () => {
  const keeper = new TextKeeper(personOf("ana now", "ana"));
  keeper.start();
  drafts.set("unit", "The door");
  const key = formKey("time new", { opening: "1" });
  drafts.set(key, '{"hours":2}');
  await seen(async () => expect(Object.keys(await textsOf("ana now"))).toHaveLength(2));
  const earlier = { ...authorOf(personOf("ana")), at: 1 };
  const put = [
    { ...earlier, key: "unit", text: "Mind the step" },
    { ...earlier, key, text: '{"hours":1}' },
  ];
  await new TypedDatabase().write("ana", { put, drop: [] });
  await findLeftTexts(personOf("ana now", "ana"));

  drafts.set("unit", "The door sticks");
  await seen(() => expect(drafts.get("unit")).toContain("Mind the step"));
  await seen(async () =>
    expect(await textsOf("ana now")).toEqual({ unit: drafts.get("unit"), [key]: '{"hours":2}' }),
  );
  expect(drafts.get("unit")).toContain("The door sticks");
  keeper.stop();
});

test("a text of an earlier account is there at once on a device that is too full to store it anew, and is given to the present one when there is room [FIELD-08] [GEN-03]", async () => {
  const earlier = { ...authorOf(personOf("ana")), key: "unit", text: "Mind the step", at: 1 };
  await new TypedDatabase().write("ana", { put: [earlier], drop: [] });
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("The device is full", "QuotaExceededError");
  });
  const keeper = new TextKeeper(personOf("ana now", "ana"));
  keeper.start();
  await seen(() => expect(drafts.get("unit")).toBe("Mind the step"));
  expect(await textsOf("ana")).toEqual({ unit: "Mind the step" });

  put.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  await seen(async () => expect(await textsOf("ana now")).toEqual({ unit: "Mind the step" }));
  expect(await textsOf("ana")).toEqual({});
  keeper.stop();
});

test("a device that has nothing of an earlier account is read once at the start of a page, and not written [FIELD-08]", async () => {
  const put = [{ by: "ben", key: "unit", text: "His", at: 1 }];
  await new TypedDatabase().write("ben", { put, drop: [] });
  const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
  const database = new TypedDatabase();
  expect(await database.read(personOf("ana"))).toEqual([]);
  expect(transaction.mock.calls.map(([, mode]) => mode)).toEqual(["readonly"]);
});

test("what was typed under an account without a name is shown to nobody without a name at its address, and stays, until they call it theirs [FIELD-08]", async () => {
  const unnamed = (id: string) => ({ ...personOf(id), firstName: "", email: "office@example.com" });
  const put = [{ ...authorOf(unnamed("ana")), key: "unit", text: "Mind the step", at: 1 }];
  const texts = new TypedDatabase();
  await texts.write("ana", { put, drop: [] });
  expect(await texts.read(unnamed("ben"))).toEqual([]);
  await texts.forget(unnamed("ben"));
  ownAccounts.add("ana now", "ana");
  expect(await texts.read(unnamed("ben"))).toEqual([]);
  expect(await texts.read(unnamed("ana now"))).toMatchObject([{ text: "Mind the step" }]);
});
