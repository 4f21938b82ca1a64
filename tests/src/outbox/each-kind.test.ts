import { type FunctionReference, getFunctionName } from "convex/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Kinds, table } from "../../../src/lib/outbox/operations/table.ts";
import { pendingId, type Shown } from "../../../src/lib/outbox/operation.ts";
import { type EntryFields, newEntry } from "../../../src/lib/optimistic/time-entries.ts";
import { Device, type Tab } from "./device.ts";
import type { Call } from "./fake-line.ts";
import { stubIndexedDb } from "./indexed-db.ts";

let calls: Call[];
let arrived: () => void;
let device: Device;

beforeEach(() => {
  stubIndexedDb();
  calls = [];
  arrived = () => undefined;
  device = new Device({
    serve: (call) => {
      calls.push(call);
      arrived();
      return { id: `stored ${call.name}` };
    },
  });
});
afterEach(() => device.end());

const seen = (look: () => void) => vi.waitFor(look, { interval: 5, timeout: 5000 });
const open = (isConnected = false) => device.open("ana", { isConnected, kinds: table });

const shift: EntryFields = {
  ...{ projectId: "project", teamMemberId: null, userId: "ana", unitId: null },
  ...{ startTime: "2026-03-02T07:00:00.000Z", endTime: null, date: "2026-03-02" },
  description: "Painting",
};
const entryOf = (id: string) => newEntry(shift, { id, at: 0, by: "ana" });

async function arriveAll(tab: Tab): Promise<void> {
  tab.line.restore();
  await seen(() => expect(tab.operations()).toEqual([]));
}

type Sample = { [Kind in keyof Kinds]: [name: string, args: Kinds[Kind], sent: object] };

/** An act of each kind whose key and time the function takes: its function, its arguments, and what is sent of them. */
const acts: Omit<Sample, "task.undo" | "photo.add"> = {
  "task.update": [
    "tasks:update",
    { taskId: "task", status: "completed" },
    { taskId: "task", status: "completed" },
  ],
  "unit.update": [
    "units:update",
    { unitId: "unit", blockedReason: "parts" },
    { unitId: "unit", blockedReason: "parts" },
  ],
  "photo.turn": [
    "photos:update",
    { photoId: "photo", rotation: 90 },
    { photoId: "photo", rotation: 90 },
  ],
  "note.add": [
    "unitNotes:create",
    { unitId: "unit", content: "New" },
    { unitId: "unit", content: "New" },
  ],
  "note.edit": [
    "unitNotes:update",
    { noteId: "edited", unitId: "unit", content: "B", base: "A" },
    { noteId: "edited", content: "B", base: "A" },
  ],
  "note.delete": ["unitNotes:remove", { noteId: "deleted", unitId: "unit" }, { noteId: "deleted" }],
  "time.add": ["timeEntries:create", shift, shift],
  "time.edit": [
    "timeEntries:update",
    { entry: entryOf("edited entry"), fields: { description: "Cleaning" } },
    { timeEntryId: "edited entry", description: "Cleaning" },
  ],
  "time.delete": [
    "timeEntries:remove",
    { entry: entryOf("deleted entry") },
    { timeEntryId: "deleted entry" },
  ],
};

test("work of each kind arrives with its key and with the time at which it was made without a line [FIELD-03] [FIELD-04]", async () => {
  const tab = await open();
  const others = ["task.undo", "photo.add"];
  expect(Object.keys(table).toSorted()).toEqual([...Object.keys(acts), ...others].toSorted());
  for (const [kind, [, args]] of Object.entries(acts)) await tab.outbox.do(kind, args);
  const made = tab.operations().map(({ id: key, madeAt }) => ({
    ...{ key, madeAt: new Date(madeAt).toISOString() },
  }));
  await arriveAll(tab);
  const expected = Object.values(acts).map(([name, , sent], at) => ({
    ...{ name, by: "ana", args: { ...sent, ...made[at] } },
  }));
  expect(calls).toEqual(expected);
});

test("a new note and a new time entry take their changes along, and leave nothing when they are deleted unsent [FIELD-03]", async () => {
  const tab = await open();
  const note = pendingId(await tab.outbox.do("note.add", { unitId: "unit", content: "A" }));
  await tab.outbox.do("note.edit", { noteId: note, unitId: "unit", content: "B", base: "A" });
  const entry = entryOf(pendingId(await tab.outbox.do("time.add", shift)));
  await tab.outbox.do("time.edit", { entry, fields: { description: "Cleaning" } });
  const gone = pendingId(await tab.outbox.do("note.add", { unitId: "unit", content: "Gone" }));
  await tab.outbox.do("note.delete", { noteId: gone, unitId: "unit" });
  const goneEntry = entryOf(pendingId(await tab.outbox.do("time.add", shift)));
  await tab.outbox.do("time.delete", { entry: goneEntry });
  await arriveAll(tab);
  expect(calls).toMatchObject([
    { name: "unitNotes:create", args: { unitId: "unit", content: "B" } },
    { name: "timeEntries:create", args: { ...shift, description: "Cleaning" } },
  ]);
});

test("a note and a time entry whose creation is on its way are changed and deleted under the id that the server gives [FIELD-03] [FIELD-04]", async () => {
  const tab = await open(true);
  // The creation is at the server, and its answer is lost.
  const begin = async <Kind extends keyof Kinds>(kind: Kind, args: Kinds[Kind]) => {
    arrived = () => tab.line.cut();
    const id = await tab.outbox.do(kind, args);
    await seen(() => expect(tab.line.isConnected()).toBe(false));
    arrived = () => undefined;
    return pendingId(id);
  };
  const noteId = await begin("note.add", { unitId: "unit", content: "A" });
  await tab.outbox.do("note.edit", { noteId, unitId: "unit", content: "B", base: "A" });
  await tab.outbox.do("note.delete", { noteId, unitId: "unit" });
  await arriveAll(tab);
  const entry = entryOf(await begin("time.add", shift));
  await tab.outbox.do("time.edit", { entry, fields: { description: "Cleaning" } });
  await tab.outbox.do("time.delete", { entry });
  await arriveAll(tab);

  const [note, timeEntryId] = ["stored unitNotes:create", "stored timeEntries:create"];
  expect(calls.filter(({ name }) => !name.endsWith(":create"))).toMatchObject([
    { name: "unitNotes:update", args: { noteId: note, content: "B" } },
    { name: "unitNotes:remove", args: { noteId: note } },
    { name: "timeEntries:update", args: { timeEntryId, description: "Cleaning" } },
    { name: "timeEntries:remove", args: { timeEntryId } },
  ]);
});

test("a deletion that waits says which note goes, as far as the page knows it [FIELD-05]", () => {
  const note = { id: "note", content: "The sink leaks" };
  const shown = {
    getQuery: () => undefined,
    getAllQueries: (query: FunctionReference<"query">) =>
      getFunctionName(query) === "unitNotes:list" ? [{ args: {}, value: [note] }] : [],
  } as unknown as Shown;
  const textOf = (noteId: string) => table["note.delete"].textOf({ noteId, unitId: "unit" }, shown);
  expect(textOf("note")).toBe("Deleted note: The sink leaks");
  expect(textOf("another")).toBe("Note: Deleted");
});
