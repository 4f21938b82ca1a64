import { describe, expect, test } from "vitest";
import { changeTask } from "../../../../src/lib/optimistic/task-change.ts";
import { taskOf } from "../../support/records.ts";

const now = Date.parse("2026-03-10T18:30:00.000Z");
const utc = { now, timeZone: "UTC" };
const nowIso = "2026-03-10T18:30:00.000Z";
const day = "2026-03-01T12:00:00.000Z";

describe("status", () => {
  test("completed sets the completion date to now [DETAIL-08]", () => {
    const changed = changeTask(taskOf({ startDate: day }), { status: "completed" }, utc);
    expect(changed).toMatchObject({
      status: "completed",
      baseStatus: "completed",
      startDate: day,
      completionDate: nowIso,
    });
  });

  test("in progress sets the start date to now and clears the completion date [DETAIL-09]", () => {
    const task = taskOf({ baseStatus: "completed", startDate: day, completionDate: day });
    expect(changeTask(task, { status: "in_progress" }, utc)).toMatchObject({
      status: "in_progress",
      startDate: nowIso,
      completionDate: null,
    });
  });

  test("not started clears start and completion date [DETAIL-10]", () => {
    const task = taskOf({ baseStatus: "completed", startDate: day, completionDate: day });
    expect(changeTask(task, { status: "not_started" }, utc)).toMatchObject({
      status: "not_started",
      startDate: null,
      completionDate: null,
    });
  });
});

describe("dates", () => {
  test("a completion date completes the task, at noon UTC of the day picked [DETAIL-11]", () => {
    expect(changeTask(taskOf({}), { completionDate: "2026-03-09" }, utc)).toMatchObject({
      status: "completed",
      completionDate: "2026-03-09T12:00:00.000Z",
    });
  });

  test("clearing the completion date puts the task in progress [DETAIL-12]", () => {
    const task = taskOf({ baseStatus: "completed", startDate: day, completionDate: day });
    expect(changeTask(task, { completionDate: null }, utc)).toMatchObject({
      status: "in_progress",
      startDate: day,
      completionDate: null,
    });
  });

  test("start and due date leave the status alone [DETAIL-13]", () => {
    const changed = changeTask(taskOf({}), { startDate: "2026-03-09", dueDate: "2026-04-01" }, utc);
    expect(changed).toMatchObject({ status: "not_started", baseStatus: "not_started" });
  });
});

describe("overdue", () => {
  test("a due date in the past makes an open task overdue, and completing it ends that [DETAIL-14]", () => {
    const late = changeTask(taskOf({}), { dueDate: "2026-03-09" }, utc);
    expect(late).toMatchObject({ status: "overdue", baseStatus: "not_started" });
    expect(changeTask(late, { status: "completed" }, utc).status).toBe("completed");
  });

  test("a task due today is not overdue, and today is the company's [OP-26]", () => {
    const task = taskOf({});
    expect(changeTask(task, { dueDate: "2026-03-10" }, utc).status).toBe("not_started");
    const inTokyo = { now, timeZone: "Asia/Tokyo" };
    expect(changeTask(task, { dueDate: "2026-03-10" }, inTokyo).status).toBe("overdue");
  });
});
