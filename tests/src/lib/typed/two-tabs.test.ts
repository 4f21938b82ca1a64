import { deleteDB } from "idb";
import { seeded } from "convex-host/seeded";
import { afterEach, beforeEach, expect, onTestFailed, test, vi } from "vitest";
import { keptPerson } from "../../../../src/lib/device/kept-person.ts";
import { stubIndexedDb } from "../../outbox/indexed-db.ts";
import { personOf, seen, textsOf } from "./kept-texts.ts";

type Tab = Awaited<ReturnType<typeof loadTab>>;

let tabs: Tab[] = [];

beforeEach(() => stubIndexedDb());
afterEach(() => {
  localStorage.clear();
  for (const { keeper } of tabs) keeper.stop();
  tabs = [];
});

/** Loads the modules of a tab, and with them typed texts of its own. One that dies writes no more than `writes` times. */
async function loadTab({ writes = Infinity } = {}) {
  vi.resetModules();
  const { drafts, formKey } = await import("../../../../src/lib/typed/drafts.ts");
  const { handedOver } = await import("../../../../src/lib/typed/handed-over.ts");
  const { TextKeeper } = await import("../../../../src/lib/typed/text-keeper.ts");
  const { TypedDatabase } = await import("../../../../src/lib/typed/typed-database.ts");
  const database = new TypedDatabase();
  const write = database.write.bind(database);
  let left = writes;
  database.write = async (...args) => {
    if (left-- <= 0) await new Promise(() => undefined);
    await write(...args);
  };
  return { drafts, formKey, handedOver, keeper: new TextKeeper(personOf("ana"), database) };
}

/** Opens a tab of a person whose outbox has the texts of these names. */
async function openTab(waiting: readonly string[] = [], life = {}): Promise<Tab> {
  const tab = await loadTab(life);
  tabs.push(tab);
  tab.keeper.start();
  tab.handedOver.note(waiting);
  return tab;
}

const shows = async (tab: Tab, text: string | undefined) =>
  await seen(() => expect(tab.drafts.get("unit")).toBe(text));

const keeps = async (texts: Record<string, string>) =>
  await seen(async () => expect(await textsOf("ana")).toEqual(texts));

test("a note that is continued in one tab while another sends its beginning stays in the first, and is there again on its next page [GEN-03] [FIELD-04]", async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.drafts.set("unit", "Mind the step");
  await shows(there, "Mind the step");
  const { name, taken } = there.drafts.handOver("unit");
  here.drafts.set("unit", "Mind the step and the door");
  await keeps({ unit: "Mind the step and the door" });
  taken();
  await shows(there, "Mind the step and the door");
  await shows(here, "Mind the step and the door");

  const next = await openTab([name]);
  await shows(next, "Mind the step and the door");
});

test("of a note that two tabs change at once both texts stay, in both [GEN-03]", async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.drafts.set("unit", "Mind the step");
  there.drafts.set("unit", "The door sticks");
  const both = "Mind the step\n\nThe door sticks";
  await shows(here, both);
  await shows(there, both);
  await keeps({ unit: both });
});

test("a tab that ends with the write that replaces the text of another one leaves both on the device [GEN-03] [FIELD-04]", async () => {
  const [here, there] = [await openTab([], { writes: 1 }), await openTab([], { writes: 1 })];
  here.drafts.set("unit", "Mind the step");
  there.drafts.set("unit", "The door sticks");
  await keeps({ unit: "Mind the step\n\nThe door sticks" });
});

test("a tab that is closed while it replaces the text of another one leaves both on the device [GEN-03] [FIELD-08]", async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.drafts.set("other", "Read");
  await seen(() => expect(there.drafts.get("other")).toBe("Read"));
  there.drafts.set("unit", "The door sticks");
  there.keeper.stop();
  here.drafts.set("unit", "Mind the step");
  here.keeper.stop();
  await keeps({ other: "Read", unit: "The door sticks\n\nMind the step" });
});

test("of two notes at once a short one stays beside a long one that has its letters in a word [GEN-03]", async () => {
  const [here, there] = [await openTab(), await openTab()];
  here.drafts.set("unit", "no");
  there.drafts.set("unit", "Ask another plumber");
  await keeps({ unit: "no\n\nAsk another plumber" });

  const next = await openTab();
  here.drafts.set("other", "not now");
  await seen(async () => expect(await textsOf("ana")).toHaveProperty("other"));
  const late = await loadTab();
  tabs.push(late);
  late.drafts.set("other", "no");
  late.keeper.start();
  await seen(() => expect(next.drafts.get("other")).toBe("not now\n\nno"));
});

test("a form that one tab discards while another goes on in it stays on the device [GEN-03]", async () => {
  const [here, there] = [await openTab(), await openTab()];
  const key = here.formKey("time new", { opening: "1" });
  here.drafts.set(key, '{"hours":1}');
  await seen(() => expect(there.drafts.get(key)).toBe('{"hours":1}'));
  here.drafts.set(key, '{"hours":12}');
  there.drafts.clear(key);
  await seen(() => expect(there.drafts.get(key)).toBe('{"hours":12}'));
  expect(here.drafts.get(key)).toBe('{"hours":12}');
  await keeps({ [key]: '{"hours":12}' });
});

test.each([
  ["another tab begins anew with earlier ones", false],
  ["a look at the device begins anew with none", true],
])(
  "the newest letters of a tab stay when the browser has deleted the data under two tabs and %s [GEN-03] [FIELD-04]",
  async (_, isLook) => {
    // A tab in the background hears no messages.
    vi.stubGlobal("BroadcastChannel", undefined);
    const comeToFront = () => document.dispatchEvent(new Event("visibilitychange"));
    const [there, here] = [await openTab(), await openTab()];
    here.drafts.set("unit", "Mind");
    await keeps({ unit: "Mind" });
    comeToFront();
    await shows(there, "Mind");
    here.drafts.set("unit", "Mind the step");
    here.drafts.set("other", "The door");
    await keeps({ unit: "Mind the step", other: "The door" });

    await deleteDB("turnboard-typed");
    if (isLook) expect(await textsOf("ana")).toEqual({});
    comeToFront();
    await seen(async () => expect(await indexedDB.databases()).toHaveLength(1));
    await keeps({ unit: "Mind the step", other: "The door" });
    expect(here.drafts.get("unit")).toBe("Mind the step");
    expect(here.drafts.get("other")).toBe("The door");
    comeToFront();
    await shows(there, "Mind the step");
    await keeps({ unit: "Mind the step", other: "The door" });
  },
);

test.each([
  ["a look of its sign-out", async () => void (await textsOf("ana"))],
  ["the tab itself", () => Promise.resolve()],
])(
  "a tab puts no text of a person who has signed out into a new storage that %s has made [FIELD-08]",
  async (_, look) => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const tab = await openTab();
    tab.drafts.set("unit", "Mind the step");
    await keeps({ unit: "Mind the step" });
    await deleteDB("turnboard-typed");
    keptPerson.takeBack();
    await look();

    document.dispatchEvent(new Event("visibilitychange"));
    await shows(tab, undefined);
    expect(await textsOf("ana")).toEqual({});
  },
);

test("no word is lost while three tabs type in one note, send it and die [GEN-03] [FIELD-04]", async () => {
  const seed = Number(process.env["FIELD_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  onTestFailed(() => void process.stdout.write(`FIELD_SEED=${String(seed)} runs it again\n`));
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const words: string[] = [];
  const sent: { name: string; text: string }[] = [];
  const send = async ({ drafts }: Tab) => {
    const { text, name, taken, refused } = drafts.handOver("unit");
    await turns(below(30));
    if (random() < 0.2) return refused("unit");
    sent.push({ text, name });
    await turns(below(5));
    taken();
  };
  /** Waits until the tabs and the device agree. */
  const settled = () =>
    seen(async () => {
      const { unit } = await textsOf("ana");
      const here = tabs.map(({ drafts }) => [drafts.get("unit"), drafts.unsaved().get("unit")]);
      expect(here).toEqual(tabs.map(() => [unit, unit]));
    });
  /** Waits until the device has what a tab shows; other tabs may replace the text at the same time. */
  const isStored = ({ drafts }: Tab) =>
    seen(async () => {
      const { unit = "" } = await textsOf("ana");
      const shown = (drafts.unsaved().get("unit") ?? "").match(/w\d+\./g) ?? [];
      expect(shown.filter((word) => !unit.includes(word))).toEqual([]);
    });
  const reopen = async (tab: Tab) => {
    await isStored(tab);
    tab.keeper.stop();
    tabs = tabs.filter((each) => each !== tab);
    await openTab(sent.map(({ name }) => name));
    await turns(below(60));
  };

  for (let tab = 0; tab < 3; tab++) await openTab();
  for (let step = 0; step < 150; step++) {
    const tab = tabs[below(tabs.length)];
    if (!tab) continue;
    const chance = random();
    const typed = tab.drafts.get("unit") ?? "";
    if (chance < 0.8) {
      words.push(`w${String(step)}.`);
      tab.drafts.set("unit", `${typed}w${String(step)}.`);
    } else if (chance < 0.95) void (typed !== "" && send(tab));
    else await reopen(tab);
    await turns(below(20));
  }
  await settled();
  const fields = tabs.map(({ drafts }) => drafts.get("unit"));
  const all = [...sent.map(({ text }) => text), ...fields].join(" ");
  expect(words.filter((word) => !all.includes(word))).toEqual([]);
});
