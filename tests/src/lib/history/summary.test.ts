import { expect, test } from "vitest";
import { summaryOf } from "../../../../src/lib/history/summary.ts";
import { changedTask, toldEvent } from "../../support/told-events.ts";

const moved = (task: string, to: string, fields = {}) =>
  changedTask(task, { field: "status", to }, fields);

/** Returns the places with only the sentences of their lines. */
const sentencesOf = (events: Parameters<typeof summaryOf>[0]) =>
  summaryOf(events).map(({ lines, ...place }) => ({
    ...place,
    lines: lines.map(({ words }) => words),
  }));

test("many ticks are one line, by person and place, the newest place first [HIST-02]", () => {
  const ann = { userId: "ann", userName: "Ann" };
  const summary = sentencesOf([
    moved("a", "completed", { unitId: "101", unitName: "101" }),
    ...["1", "2", "3", "4", "5"].map((task) => moved(task, "completed")),
    moved("6", "in_progress", ann),
    toldEvent({ kind: "photo.added", label: "before", recordId: "p1" }),
    toldEvent({ kind: "photo.added", label: "before", recordId: "p2" }),
    toldEvent({ kind: "time.added", label: "Sam", count: 2, recordId: "t1" }),
    toldEvent({ kind: "time.added", label: "Sam", count: 1.5, recordId: "t2" }),
  ]);

  expect(summary).toEqual([
    {
      ...{ projectId: "oak", projectName: "Oak Court", unitId: "101", unitName: "101" },
      lines: ["Sam moved Task a to completed"],
    },
    {
      ...{ projectId: "oak", projectName: "Oak Court", unitId: "204", unitName: "204" },
      lines: [
        "Sam completed 5 tasks",
        "Ann moved Task 6 to in progress",
        "Sam added 2 photos",
        "Sam recorded 3.5h",
      ],
    },
  ]);
});

test("a task that went to and fro is told by its last state [HIST-02]", () => {
  const [place] = sentencesOf([
    moved("1", "not_started"),
    moved("1", "completed"),
    moved("2", "completed"),
    moved("3", "completed"),
  ]);

  expect(place?.lines).toEqual(["Sam moved Task 1 to not started", "Sam completed 2 tasks"]);
});

test("units that come and go are told of their project, and what has no project is not [HIST-02]", () => {
  const unit = (id: string) => ({ unitId: id, unitName: id, recordId: id, label: id });
  const summary = sentencesOf([
    toldEvent({ kind: "unit.added", ...unit("1") }),
    toldEvent({ kind: "unit.added", ...unit("2") }),
    toldEvent({ kind: "unit.removed", ...unit("3") }),
    toldEvent({ kind: "member.added", projectId: null, projectName: null, unitId: null }),
  ]);

  expect(summary).toEqual([
    {
      ...{ projectId: "oak", projectName: "Oak Court", unitId: null, unitName: null },
      lines: ["Sam added 2 units", "Sam deleted unit 3"],
    },
  ]);
});

test("an act on many tasks of several units is one line of the project, with its events [HIST-02]", () => {
  const due = { field: "dueDate", to: `${new Date().getFullYear()}-03-05T12:00:00.000Z` };
  const act = ["1", "2", "3", "4"].map((task) =>
    changedTask(task, due, { batchId: "batch", unitId: `u${task}`, unitName: `u${task}` }),
  );
  const within = ["5", "6"].map((task) => changedTask(task, due, { batchId: "other" }));
  const summary = summaryOf([...act, moved("1", "completed", { unitId: "u1" }), ...within]);

  expect(summary.map(({ unitId, lines }) => [unitId, ...lines.map(({ words }) => words)])).toEqual([
    [null, "Sam set the due day of 4 tasks to Mar 5 in 4 units"],
    ["u1", "Sam moved Task 1 to completed"],
    ["204", "Sam set the due day of 2 tasks to Mar 5"],
  ]);
  expect(summary[0]?.lines[0]?.events).toEqual(act);
});

test("an act on the tasks of two projects is told in each [HIST-02]", () => {
  const elm = { projectId: "elm", projectName: "Elm", unitId: "e", unitName: "e" };
  const summary = sentencesOf([
    moved("1", "completed", { batchId: "batch" }),
    moved("2", "completed", { batchId: "batch", ...elm }),
    moved("3", "completed", { batchId: "batch" }),
  ]);

  expect(summary.map(({ projectId, lines }) => [projectId, ...lines])).toEqual([
    ["oak", "Sam moved 2 tasks to completed"],
    ["elm", "Sam moved Task 2 to completed"],
  ]);
});

test("what a task was before an act on many is not told [HIST-02]", () => {
  const summary = sentencesOf([
    ...["1", "2"].map((task) => moved(task, "completed", { batchId: "batch" })),
    moved("1", "in_progress"),
  ]);

  expect(summary.map(({ lines }) => lines)).toEqual([["Sam moved 2 tasks to completed"]]);
});
