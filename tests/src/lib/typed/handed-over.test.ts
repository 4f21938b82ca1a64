import { beforeEach, expect, test } from "vitest";
import { newRequestKey } from "../../../../src/lib/request-key.ts";
import { drafts, formDrafts, formKey } from "../../../../src/lib/typed/drafts.ts";
import { handedOver } from "../../../../src/lib/typed/handed-over.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { die, open, partsOf, seen, textsOf } from "./kept-texts.ts";

beforeEach(() => {
  stubIndexedDb();
  drafts.forgetAll();
});

test.each(["before", "after"])(
  "a note that the outbox has from a page that crashed then stays away, and the text typed since comes back, when the outbox opens %s the texts are read [FIELD-04]",
  async (order) => {
    const first = open("ana");
    drafts.set("unit", "Mind the step");
    const { name } = drafts.handOver("unit");
    drafts.set("unit", "And the door");
    drafts.set("other", "Of another unit");
    const form = { opening: newRequestKey() };
    drafts.set(formKey("time new", form), "{}");
    await seen(async () => expect(Object.keys(await textsOf("ana"))).toHaveLength(3));
    die(first);

    if (order === "before") handedOver.note([name, form.opening]);
    const next = open("ana");
    await seen(() => expect(drafts.get("other")).toBe("Of another unit"));
    if (order === "after") handedOver.note([name, form.opening]);
    expect(drafts.get("unit")).toBe("And the door");
    const left = { unit: "And the door", other: "Of another unit" };
    await seen(async () => expect(await textsOf("ana")).toEqual(left));
    expect(formDrafts(drafts.snapshot(), "time new")).toEqual([]);
    next.stop();
  },
);

test("a text that is continued before the outbox opens is there again on the page after, while the outbox has its beginning [FIELD-04] [GEN-03]", async () => {
  const first = open("ana");
  drafts.set("unit", "Mind the step");
  const { name } = drafts.handOver("unit");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  die(first);

  const next = open("ana");
  await seen(() => expect(drafts.get("unit")).toBe("Mind the step"));
  drafts.set("unit", "Mind the step and the door");
  handedOver.note([name]);
  const isNamedAnew = async () => (await partsOf("ana")).every((part) => part.name !== name);
  await seen(async () => expect(await isNamedAnew()).toBe(true));
  die(next);

  const last = open("ana");
  await seen(() => expect(drafts.get("unit")).toBe("Mind the step and the door"));
  last.stop();
});

test("a text that came back is another one than the outbox had, and one that is continued stays [FIELD-04] [GEN-03]", async () => {
  const keeper = open("ana");
  drafts.set("unit", "Mind the step");
  const { name, taken, refused } = drafts.handOver("unit");
  taken();
  refused("unit");
  await seen(async () => expect(await textsOf("ana")).toEqual({ unit: "Mind the step" }));
  handedOver.note([name]);
  expect(drafts.get("unit")).toBe("Mind the step");

  die(keeper);
  const next = open("ana");
  await seen(() => expect(drafts.get("unit")).toBe("Mind the step"));
  const [part] = drafts.partsOf("unit");
  drafts.set("unit", "Mind the step!");
  handedOver.note([part?.name ?? ""]);
  expect(drafts.get("unit")).toBe("Mind the step!");
  next.stop();
});
