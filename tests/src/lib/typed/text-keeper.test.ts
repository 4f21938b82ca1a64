import { deleteDB, openDB } from "idb";
import { beforeEach, expect, test, vi } from "vitest";
import { drafts, formDrafts, formKey } from "../../../../src/lib/typed/drafts.ts";
import { TypedDatabase } from "../../../../src/lib/typed/typed-database.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { die, open, personOf, seen, textsOf, withoutAddress } from "./kept-texts.ts";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});

test("what was typed is there again after the page was gone, with the text that it was begun on [FIELD-04] [GEN-03]", async () => {
  const first = open("ana");
  drafts.set("unit", "Mind the st");
  drafts.begin("unit/note", "Old");
  drafts.set("unit/note", "Old and new");
  await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(2));
  drafts.set("unit", "Mind the step");
  die(first);
  drafts.rebase("unit/note", "");

  const next = open("ana");
  await seen(() => expect(drafts.get("unit")).toBe("Mind the step"));
  expect(drafts.get("unit/note")).toBe("Old and new");
  expect(drafts.baseOf("unit/note")).toBe("Old");

  drafts.clear("unit");
  await seen(async () => expect(await textsOf("ana")).toEqual({ "unit/note": "Old and new" }));
  next.stop();
});

test("nobody sees what another person has typed on the device [FIELD-08]", async () => {
  const ana = open("ana");
  drafts.set("unit", "Mine");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mine" }));
  ana.stop();

  const ben = open("ben");
  drafts.set("other", "His");
  await seen(async () => expect(await textsOf("ben")).toEqual({ other: "His" }));
  expect(drafts.get("unit")).toBeUndefined();
  ben.stop();
  expect(await textsOf("ana")).toEqual({ unit: "Mine" });

  await new TypedDatabase().forget(personOf("ana"));
  expect(await textsOf("ana")).toEqual({});
  expect(await textsOf("ben")).toEqual({ other: "His" });
});

test("what is typed before the device has answered takes the place of nothing that it has [GEN-03]", async () => {
  const first = open("ana");
  drafts.set("unit", "Of yesterday");
  drafts.set("form member new", "{}");
  await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(2));
  die(first);

  const next = open("ana");
  drafts.set("other", "Of today");
  await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(3));
  expect(drafts.get("unit")).toBe("Of yesterday");
  expect(drafts.get("form member new")).toBe("{}");
  next.stop();
});

test("a clock that is wrong by years forgets nothing, and of very many texts the latest stay [GEN-03]", async () => {
  const put = Array.from({ length: 210 }, (_, at) => ({
    by: "ana",
    key: `unit ${at}`,
    text: "A",
    at,
  }));
  await new TypedDatabase().write("ana", { put, drop: [] });
  const writing = vi.spyOn(TypedDatabase.prototype, "write");
  const keeper = open("ana");
  await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(200));
  expect(writing).toHaveBeenCalledOnce();
  expect(drafts.get("unit 9")).toBeUndefined();
  expect(drafts.get("unit 10")).toBe("A");
  keeper.stop();
});

test("a device that keeps nothing leaves what is typed in the page", async () => {
  const read = vi.spyOn(TypedDatabase.prototype, "read").mockRejectedValue(new Error("blocked"));
  const keeper = open("ana");
  drafts.set("unit", "Mind the step");
  await seen(() => expect(read).toHaveBeenCalledTimes(2));
  expect(drafts.get("unit")).toBe("Mind the step");
  read.mockRestore();

  const write = vi.spyOn(TypedDatabase.prototype, "write").mockRejectedValue(new Error("full"));
  drafts.set("unit", "Mind the steps");
  await seen(() => expect(write).toHaveBeenCalled());
  expect(drafts.get("unit")).toBe("Mind the steps");
  keeper.stop();
});

test("what a device tells of one person when another has begun changes nothing [FIELD-08]", async () => {
  const ana = open("ana");
  drafts.set("unit", "Mine");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mine" }));
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const read = vi.spyOn(TypedDatabase.prototype, "read").mockImplementation(async () => {
    await asked;
    return [];
  });
  new BroadcastChannel("turnboard-typed").postMessage("changed");
  await seen(() => expect(read).toHaveBeenCalled());
  ana.stop();
  read.mockRestore();
  const ben = open("ben");
  drafts.set("other", "His");
  await seen(async () => expect(await textsOf("ben")).toEqual({ other: "His" }));

  answer();
  await new Promise((resolve) => setTimeout(resolve));
  ben.stop();
  expect(await textsOf("ana")).toEqual({ unit: "Mine" });
});

test("a device that cannot say what it keeps takes nothing off the page [GEN-03]", async () => {
  const here = open("ana");
  drafts.set("unit", "Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  const read = vi.spyOn(TypedDatabase.prototype, "read").mockRejectedValue(new Error("lost"));
  new BroadcastChannel("turnboard-typed").postMessage("changed");
  await seen(() => expect(read).toHaveBeenCalled());
  await Promise.resolve();
  expect(drafts.get("unit")).toBe("Mind the step");

  read.mockRestore();
  drafts.set("unit", "Mind the step!");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step!" }));
  here.stop();
});

test("a page that comes to the front shows what another one has typed meanwhile, although it was told nothing [GEN-03]", async () => {
  const keeper = open("ana");
  drafts.set("unit", "Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  await new TypedDatabase().write("ana", { put: [], drop: ["unit"] });
  document.dispatchEvent(new Event("visibilitychange"));
  await seen(() => expect(drafts.get("unit")).toBeUndefined());
  keeper.stop();
});

test("what is typed stays, and is on the device again, when the browser has deleted its data under the open page [GEN-03]", async () => {
  const keeper = open("ana");
  drafts.set("unit", "Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  await deleteDB("turnboard-typed");
  document.dispatchEvent(new Event("visibilitychange"));
  drafts.set("other", "The door");
  await seen(async () => expect(await textsOf("ana")).toHaveProperty("other"));
  const both = { unit: "Mind the step", other: "The door" };
  expect(Object.fromEntries(drafts.unsaved())).toEqual(both);
  expect(await textsOf("ana")).toEqual(both);
  keeper.stop();
});

test("a text that a full device did not take stays on the page when another tab changes one, and is kept when there is room [GEN-03]", async () => {
  const here = open("ana");
  drafts.set("other", "A");
  await seen(async () => expect(await textsOf("ana")).toEqual({ other: "A" }));
  const write = vi.spyOn(TypedDatabase.prototype, "write").mockRejectedValue(new Error("full"));
  drafts.set("unit", "Mind the step");
  await seen(() => expect(write).toHaveBeenCalled());
  write.mockRestore();

  // Another tab of the person has finished its text and announces it.
  await new TypedDatabase().write("ana", { put: [], drop: ["other"] });
  new BroadcastChannel("turnboard-typed").postMessage("changed");
  await seen(() => expect(drafts.get("other")).toBeUndefined());
  expect(drafts.get("unit")).toBe("Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  here.stop();
});

test("a note that is begun before the device has answered stands behind the one that it has [GEN-03]", async () => {
  const first = open("ana");
  drafts.set("unit", "Of yesterday");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Of yesterday" }));
  die(first);

  drafts.set("unit", "Of today");
  const next = open("ana");
  const both = "Of yesterday\n\nOf today";
  await seen(() => expect(drafts.get("unit")).toBe(both));
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: both }));
  next.stop();
});

test("a note that is saved stays on the device until the outbox has it, beside what is typed since [GEN-03] [FIELD-04]", async () => {
  const first = open("ana");
  drafts.set("unit", "Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  const saving = drafts.handOver("unit");
  expect(saving.text).toBe("Mind the step");
  expect(drafts.get("unit")).toBeUndefined();
  drafts.set("unit", "And the door");
  const both = "Mind the step\n\nAnd the door";
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: both }));
  die(first);

  const next = open("ana");
  await seen(() => expect(drafts.get("unit")).toBe(both));
  next.stop();
});

test("a note that the outbox has is on the device no more, and a refused one is there again [GEN-03]", async () => {
  const keeper = open("ana");
  drafts.set("unit", "Mind the step");
  const taken = drafts.handOver("unit");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  taken.taken();
  await seen(async () => expect(await textsOf("ana")).toEqual({}));
  taken.refused("unit");
  expect(drafts.get("unit")).toBe("Mind the step");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  keeper.stop();
});

test("what a form leaves in its page alone comes to no device [FIELD-02]", async () => {
  const keeper = open("ana");
  drafts.set(formKey("new user", { opening: "1", onlyInPage: true }), "{}");
  drafts.set(formKey("member new", { opening: "2" }), "{}");
  await seen(async () => expect(await textsOf("ana")).toEqual({ "form member new\n2": "{}" }));
  expect(formDrafts(drafts.snapshot(), "new user")).toHaveLength(1);
  keeper.stop();
});

test("a device that does not answer is asked once, however much is typed meanwhile [GEN-03]", async () => {
  let answer: (texts: never[]) => void = () => undefined;
  const asked = new Promise<never[]>((resolve) => (answer = resolve));
  const read = vi.spyOn(TypedDatabase.prototype, "read").mockReturnValue(asked);
  const keeper = open("ana");
  for (const text of ["M", "Mi", "Mind"]) drafts.set("unit", text);
  await seen(() => expect(read).toHaveBeenCalled());
  expect(read).toHaveBeenCalledTimes(1);

  answer([]);
  read.mockRestore();
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind" }));
  keeper.stop();
});

test("what is broken on the device stands in the way of no other text [GEN-03]", async () => {
  const device = new TypedDatabase();
  const good = { by: "ana", key: "unit", text: "Mind the step", at: 1 };
  await device.write("ana", { put: [good], drop: [] });
  const beside = await openDB("turnboard-typed");
  for (const [key, row] of [
    null,
    5,
    { by: "ana" },
    { ...good, text: 5 },
    { ...good, at: "now" },
  ].entries())
    await beside.put("texts", row, key);
  beside.close();
  expect(await device.read(withoutAddress("ana"))).toEqual([good]);
});

test("what one person's page has on its way to the outbox never becomes another's [FIELD-08]", async () => {
  const ana = open("ana");
  drafts.set("unit", "Hers");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Hers" }));
  const sent = drafts.handOver("unit");
  ana.stop();

  const ben = open("ben");
  drafts.set("other", "His");
  await seen(async () => expect(await textsOf("ben")).toHaveProperty("other"));
  sent.refused("unit");
  drafts.set("other", "His own");
  await seen(async () => expect(await textsOf("ben")).toMatchObject({ other: "His own" }));
  ben.stop();

  expect(await textsOf("ben")).toEqual({ other: "His own" });
  expect(drafts.get("unit")).toBeUndefined();
  expect(await textsOf("ana")).toEqual({ unit: "Hers" });
});

test("a sign-out leaves nothing of its person on the device, whatever shape it has [FIELD-08]", async () => {
  const texts = new TypedDatabase();
  const row = { key: "unit", text: "Mine", at: 1 };
  await texts.write("ana", { put: [{ by: "ana", ...row }], drop: [] });
  await texts.write("anabel", { put: [{ by: "anabel", ...row }], drop: [] });
  const database = await openDB("turnboard-typed");
  await database.put("texts", { by: "ana", words: ["Of a later version"] }, "ana other");

  await texts.forget(personOf("ana"));
  const left = await database.getAllKeys("texts");
  database.close();
  expect(left).toEqual(["anabel unit", "made"]);
});
