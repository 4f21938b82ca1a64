import { expect, test } from "vitest";
import { entriesOf } from "../../../../src/lib/history/entries.ts";
import { entryWords, unitsOfEntry } from "../../../../src/lib/history/entry-words.ts";
import type { HistoryEvent } from "../../../../src/lib/history/history-event.ts";
import { changedTask, toldEvent } from "../../support/told-events.ts";

const year = new Date().getFullYear();
const march = (day: number) => `${String(year)}-03-0${String(day)}T12:00:00.000Z`;
const due = { field: "dueDate", to: march(5) };
const done = { field: "status", from: "in_progress", to: "completed" };

/** A moment some minutes before ten o'clock. */
const ago = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, -minutes)).toISOString();

const inBatch = (events: HistoryEvent[], batchId: unknown = "batch") =>
  events.map((event) => ({ ...event, batchId })) as HistoryEvent[];

const many = (count: number, of: (name: string) => HistoryEvent) =>
  Array.from({ length: count }, (_, index) => of(String(index)));

const linesOf = (events: HistoryEvent[]) =>
  entriesOf(events).map((entry) => [entryWords(entry), entry.length]);

/** Returns the text of an act on many records. */
const wordsOf = (events: HistoryEvent[]) => linesOf(inBatch(events)).flat()[0];

test("the events of an act on many records are one line, and all stand in it [HIST-01]", () => {
  const act = inBatch(many(48, (task) => changedTask(task, due)));
  const units = (unit: string) =>
    toldEvent({ kind: "unit.removed", recordId: unit, unitId: unit, label: unit, count: 2 });
  const other = inBatch(many(12, units), "other");
  const events = [...act, ...other];

  expect(linesOf(events)).toEqual([
    ["set the due day of 48 tasks to Mar 5", 48],
    ["deleted 12 units with 24 tasks", 12],
  ]);
  expect(entriesOf(events).flat()).toEqual(events);
});

test("another person's event between those of an act stays between them [HIST-01]", () => {
  const [first, ...rest] = inBatch(many(3, (task) => changedTask(task, due)));
  const between = changedTask("x", done, { userId: "ann" });

  expect(linesOf([first, between, ...rest] as HistoryEvent[])).toEqual([
    ["set the due day of Task 0 to Mar 5", 1],
    ["moved Task x to completed", 1],
    ["set the due day of 2 tasks to Mar 5", 2],
  ]);
});

test("four acts that are alike within minutes are one line, three are told one by one [HIST-01]", () => {
  const ticks = (count: number, fields: object = {}) =>
    many(count, (task) => changedTask(task, done, { at: ago(Number(task) * 4), ...fields }));

  expect(linesOf(ticks(4))).toEqual([["moved 4 tasks to completed", 4]]);
  expect(linesOf(ticks(3))).toHaveLength(3);
});

test("another person, unit, kind, value or a pause ends a run [HIST-01]", () => {
  const tick = (fields: object = {}, change: object = done) => changedTask("t", change, fields);
  const endings = [
    tick({ userId: "ann" }),
    tick({ unitId: "205" }),
    tick({ projectId: "elm" }),
    tick({ kind: "task.removed" }),
    tick({}, { ...done, to: "in_progress" }),
    tick({}, due),
    tick({ at: ago(6) }),
    tick({ undoes: "event" }),
    tick({ overtaken: [done] }),
  ];

  for (const ending of endings) {
    const run = many(3, (task) => changedTask(task, done));
    expect(linesOf([...run, ending])).toHaveLength(4);
    expect(linesOf([...run, tick(), ending]).map(([, count]) => count)).toEqual([4, 1]);
  }
});

test("units deleted one after the other are a run of their project [HIST-01]", () => {
  const run = many(4, (unit) =>
    toldEvent({ kind: "unit.removed", recordId: unit, unitId: unit, label: unit }),
  );

  expect(linesOf(run)).toEqual([["deleted 4 units", 4]]);
  expect(entriesOf(run).map(unitsOfEntry)).toEqual([[]]);
});

test("one record that was changed many times says how often [HIST-01]", () => {
  const notes = (to: string) =>
    toldEvent({
      ...{ kind: "unit.updated", recordId: "204", label: "204" },
      changes: [{ field: "notes", from: "x", to }],
    });
  expect(linesOf(many(5, notes))).toEqual([["changed the notes of unit 204 5 times", 5]]);
});

test("values that all got are told, others are not [HIST-01]", () => {
  const pair = (one: object, other: object) => [changedTask("1", one), changedTask("2", other)];
  const jo = { field: "assignedToId", from: null, to: "Jo" };
  const parts = { field: "blockedReason", from: null, to: "parts" };

  expect(wordsOf(pair({ ...due, from: march(1) }, { ...due, from: march(1) }))).toBe(
    "changed the due day of 2 tasks from Mar 1 to Mar 5",
  );
  expect(wordsOf(pair({ ...due, from: march(1) }, { ...due, from: march(2) }))).toBe(
    "set the due day of 2 tasks to Mar 5",
  );
  expect(wordsOf(pair(due, { ...due, to: march(6) }))).toBe("changed the due day of 2 tasks");
  expect(wordsOf(pair(due, done))).toBe("changed the status and the due day of 2 tasks");
  expect(
    wordsOf(pair({ ...due, from: march(1), to: null }, { ...due, from: march(2), to: null })),
  ).toBe("cleared the due day of 2 tasks");
  expect(wordsOf(pair(jo, { ...jo, from: "Al" }))).toBe("gave 2 tasks to Jo");
  expect(wordsOf(pair({ ...jo, from: "Jo", to: null }, { ...jo, from: "Al", to: null }))).toBe(
    "took 2 tasks off their people",
  );
  expect(wordsOf(pair(parts, { ...parts, from: "vendor" }))).toBe(
    "blocked 2 tasks: waiting for parts",
  );
  expect(
    wordsOf(pair({ ...parts, from: "vendor", to: null }, { ...parts, from: "parts", to: null })),
  ).toBe("unblocked 2 tasks");
});

test("money that the reader may not see is told without values [HIST-01]", () => {
  const rent = { field: "monthlyRent", from: null, to: null };
  const unit = (id: string) =>
    toldEvent({ kind: "unit.updated", recordId: id, unitId: id, label: id, changes: [rent] });

  expect(wordsOf([unit("1"), unit("2")])).toBe("changed the monthly rent of 2 units");
});

test("every kind of act has its words for many [HIST-01]", () => {
  const acts: [object, string][] = [
    [{ kind: "task.added" }, "added 2 tasks"],
    [{ kind: "task.moved" }, "put 2 tasks in another order"],
    [{ kind: "task.restored" }, "restored 2 tasks"],
    [{ kind: "task.removedForGood" }, "removed 2 tasks from the trash for good"],
    [{ kind: "template.retired" }, "retired 2 master tasks"],
    [{ kind: "photo.added", label: "before" }, "added 2 before photos"],
    [{ kind: "note.added" }, "wrote 2 notes"],
    [
      { kind: "note.updated", changes: [{ field: "content", from: "a", to: "b" }] },
      "edited 2 notes",
    ],
    [{ kind: "time.added", count: 1.5 }, "recorded 3h in 2 time entries"],
    [{ kind: "member.added" }, "added 2 team members to the team pool"],
    [{ kind: "member.assigned" }, "put 2 team members on the project team"],
    [{ kind: "member.unassigned" }, "took 2 team members off the project team"],
    [{ kind: "walk.constructor" }, "constructor 2 walks"],
    [{ undoes: "e", changes: [done] }, "undid changes: moved 2 tasks to completed"],
    [{ undoes: "e", isRedo: true, changes: [done] }, "did it again: moved 2 tasks to completed"],
    [{ overtaken: [done] }, "moved 2 tasks to completed, but later changes stand"],
  ];

  for (const [fields, words] of acts)
    expect(wordsOf(many(2, (recordId) => toldEvent({ recordId, ...fields })))).toBe(words);
});

test("an act of several kinds tells each, and a new project its units once [HIST-01]", () => {
  const unit = (recordId: string) => toldEvent({ kind: "unit.added", recordId, label: recordId });
  const task = (recordId: string) => toldEvent({ kind: "task.added", recordId });
  const project = toldEvent({ kind: "project.created", label: "Oak", count: 3, unitId: null });

  expect(wordsOf([...many(4, task), ...many(2, unit)])).toBe("added 2 units, and added 4 tasks");
  expect(wordsOf([...many(3, unit), project])).toBe("created the project Oak with 3 units");
});
