import { expect, test } from "vitest";
import { changeLines, overtakenLines } from "../../../../src/lib/history/changes.ts";
import type { ToldChange, ToldEvent } from "../../../../src/lib/history/told-event.ts";
import { actSentence, actWords, eventWords } from "../../../../src/lib/history/words.ts";

const thisYear = new Date().getFullYear();
const march = (day: number, year = thisYear) =>
  `${String(year)}-03-${String(day).padStart(2, "0")}T12:00:00.000Z`;

function told(kind: string, fields: Partial<ToldEvent> = {}): ToldEvent {
  return {
    kind,
    label: null,
    count: null,
    changes: [],
    overtaken: null,
    undoes: null,
    isRedo: false,
    ...fields,
  };
}

const task = (...changes: ToldChange[]) => told("task.updated", { label: "Paint walls", changes });
const unit = (...changes: ToldChange[]) => told("unit.updated", { label: "204", changes });
const change = (field: string, from: ToldChange["from"], to: ToldChange["to"]) => ({
  ...{ field, from, to },
});

test("an event is told as a person would tell it [HIST-01]", () => {
  const moved = task(
    change("status", "in_progress", "completed"),
    change("completionDate", null, march(5)),
    change("completedBy", null, "Sam Hill"),
  );

  expect(eventWords({ ...moved, userName: "Sam" })).toBe("Sam moved Paint walls to completed");
  expect(actSentence(moved)).toBe("Moved Paint walls to completed");
  expect(changeLines(moved)).toEqual([
    { label: "Status", from: "in progress", to: "completed" },
    { label: "Completion day", from: "nothing", to: "Mar 5" },
  ]);
});

test("days are told without the year of today, other years with it [HIST-01]", () => {
  expect(actWords(task(change("dueDate", march(3), march(5))))).toBe(
    "changed the due day of Paint walls from Mar 3 to Mar 5",
  );
  expect(actWords(unit(change("moveInDate", null, march(5, 2019))))).toBe(
    "set the move-in day of unit 204 to Mar 5, 2019",
  );
  expect(actWords(unit(change("moveInDate", march(5), null)))).toBe(
    "cleared the move-in day of unit 204, which was Mar 5",
  );
});

test("values that read alike are not told beside each other [HIST-01]", () => {
  const moment = (time: string) => march(5).replace("12:00", time);
  const again = task(change("completionDate", moment("09:00"), moment("16:00")));
  expect(actWords(again)).toBe("changed the completion day of Paint walls");
  expect(changeLines(again)).toEqual([{ label: "Completion day", from: null, to: null }]);
});

test("money is told in dollars, and without values to who may not see it [HIST-01]", () => {
  const rent = unit(change("monthlyRent", 1200, 1250.5));
  expect(actWords(rent)).toBe("changed the monthly rent of unit 204 from $1,200.00 to $1,250.50");
  const concealed = unit(change("monthlyRent", null, null));
  expect(actWords(concealed)).toBe("changed the monthly rent of unit 204");
  expect(changeLines(concealed)).toEqual([{ label: "Monthly rent", from: null, to: null }]);
});

test("people and blocks have phrases of their own [HIST-01]", () => {
  const lines = [
    task(change("assignedToId", null, "Jo Day")),
    task(change("crewMemberId", "Al Hart", null)),
    task(change("blockedReason", null, "parts"), change("blockedNote", null, "Tiles")),
    task(change("blockedReason", null, "other")),
    task(change("blockedReason", "parts", "vendor")),
    unit(change("blockedReason", "parts", null)),
    told("user.roleChanged", {
      label: "Jo Day",
      changes: [change("role", "project_supervisor", "account_administrator")],
    }),
  ];

  expect(lines.map(actWords)).toEqual([
    "gave Paint walls to Jo Day",
    "took Paint walls off Al Hart",
    "blocked Paint walls: waiting for parts",
    "blocked Paint walls",
    "changed what Paint walls waits for from parts to vendor",
    "unblocked unit 204",
    "made Jo Day an Account Administrator",
  ]);
});

test("several fields are named, many are counted [HIST-01]", () => {
  const days = [change("startDate", null, march(1)), change("dueDate", null, march(2))];
  const notes = change("notes", null, "x");
  expect(actWords(task(...days))).toBe("changed the start day and the due day of Paint walls");
  expect(actWords(task(...days, notes, change("actualHours", null, 2)))).toBe(
    "changed the start day, the due day and 2 more of Paint walls",
  );
  expect(actWords(task())).toBe("changed Paint walls");
});

test("every kind of event has its words [HIST-01]", () => {
  const lines = [
    told("project.created", { label: "Oak Court", count: 12 }),
    told("project.removed", { label: "Oak Court", count: 1 }),
    told("units.added", { count: 3 }),
    told("unit.added", { label: "Unit 7" }),
    told("unit.removed", { label: "204", count: 15 }),
    told("task.removed", { label: "Paint walls" }),
    told("task.restored", { label: "Paint walls" }),
    told("unit.removedForGood", { label: "204" }),
    told("tasks.assigned", { count: 2, changes: [change("assignedToId", null, "Jo Day")] }),
    told("tasks.reordered", { count: 2 }),
    told("template.created", { label: "Clean" }),
    told("template.retired", { label: "Clean" }),
    told("photo.added", { label: "before" }),
    told("photo.updated", { label: "before", changes: [change("rotation", 0, 90)] }),
    told("note.added"),
    told("note.removed"),
    told("time.added", { label: "Jo Day", count: 7.5 }),
    told("time.updated", { label: "Jo Day", changes: [change("totalHours", 2, 3)] }),
    told("member.assigned", { label: "Jo Day" }),
    told("contractor.added", { label: "Tiles & Co" }),
    told("user.joined", { label: "Jo Day" }),
  ];

  expect(lines.map(actWords)).toEqual([
    "created the project Oak Court with 12 units",
    "deleted the project Oak Court with 1 unit",
    "added 3 units",
    "added Unit 7",
    "deleted unit 204 with 15 tasks",
    "deleted Paint walls",
    "restored Paint walls",
    "removed unit 204 from the trash for good",
    "added 2 tasks for Jo Day",
    "put the tasks in another order",
    "created the master task Clean",
    "retired the master task Clean",
    "added a before photo",
    "turned a before photo",
    "wrote a note",
    "deleted a note",
    "recorded 7.5h of Jo Day",
    "changed the hours of a time entry of Jo Day from 2h to 3h",
    "put Jo Day on the project team",
    "added the contractor Tiles & Co",
    "signed in for the first time",
  ]);
});

test("kinds and fields that are not known yet are told by their names [HIST-01]", () => {
  expect(actWords(told("walk.recorded", { label: "204" }))).toBe("recorded the walk 204");
  expect(actWords(told("unitCost.created"))).toBe("created a unit cost");
  expect(actWords(told("shares.revoked", { count: 2 }))).toBe("revoked 2 shares");
  expect(actWords(told("oddity"))).toBe("changed an oddity");
  expect(actWords(unit(change("paintCode", "A1", "B2")))).toBe(
    "changed the paint code of unit 204 from A1 to B2",
  );
  expect(actWords(unit(change("constructor", true, false)))).toBe(
    "changed the constructor of unit 204 from yes to no",
  );
});

test("long texts are cut in a sentence and told in a line [HIST-01]", () => {
  const long = "word ".repeat(400);
  const lines = changeLines(unit(change("notes", null, long)));
  expect(actWords(unit(change("notes", null, long)))).toBe("changed the notes of unit 204");
  expect(lines[0]?.to).toHaveLength(80);
  expect(lines[0]?.to).toMatch(/word…$/u);
  const named = told("task.removed", { label: "a\n".repeat(300) });
  expect(actWords(named).length).toBeLessThan(80);
  expect(actWords(named)).not.toContain("\n");
});

test("a change that a later one stood against says so [HIST-01]", () => {
  const overtaken = [change("status", "not_started", "completed")];
  const event = { ...task(), overtaken };
  expect(actWords(event)).toBe("moved Paint walls to completed, but a later change stands");
  expect(overtakenLines(event)).toEqual([
    { label: "Status", from: "not started", to: "completed" },
  ]);
  expect(actWords(told("note.removed", { overtaken: [] }))).toBe(
    "deleted a note, but a later change stands",
  );
});

test("an event that takes another one back says so [HIST-01]", () => {
  const event = { ...task(change("status", "completed", "in_progress")), undoes: "event" };
  expect(actSentence(event)).toBe("Undid a change: moved Paint walls to in progress");
  expect(actSentence({ ...event, isRedo: true })).toBe(
    "Did it again: moved Paint walls to in progress",
  );
});
