import { beforeEach, expect, test } from "vitest";
import { drafts } from "../../../../src/lib/typed/drafts.ts";
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
  expect(leftTexts.snapshot()).toEqual(["Of a unit that is no more", both]);
  const keeper = new TextKeeper(present);
  keeper.start();
  await seen(() => expect(drafts.get("unit")).toBe(both));
  drafts.clear("unit");
  await seen(async () => expect(await textsOf("ana now")).toHaveProperty("gone"));
  await texts.forget("ana now");
  expect([await textsOf("ana"), await textsOf("ana now")]).toEqual([{}, {}]);
  keeper.stop();
});
