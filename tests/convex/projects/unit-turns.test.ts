import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { first, setupWorkspace } from "../../support/workspace.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-10T15:00:00Z"), toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const noon = (date: string) => Date.parse(`${date}T12:00:00.000Z`);

async function setupTurn() {
  const workspace = await setupWorkspace({ templates: 3 });
  const made = await workspace.newUnitWithTasks();
  await workspace.t.run(async ({ db }) => {
    const dates = { moveOutDate: noon("2026-03-01"), readyByDate: noon("2026-03-20") };
    await db.patch("units", made.unitId, { ...dates, monthlyRent: 150_050 });
    for (const [index, taskId] of made.taskIds.entries())
      await db.patch("tasks", taskId, { estimatedHours: index + 0.1 });
    await db.patch("units", made.unitId, { openWork: { hours: 330, due: [], blocks: [] } });
  });
  return { ...workspace, ...made };
}

test("a unit that is read carries its turn [TURN-03] [TURN-05] [TURN-06]", async () => {
  const { manager, unitId, projectId, taskIds } = await setupTurn();
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), status: "completed" });

  const unit = await manager.query(api.units.get, { unitId });

  expect(unit).toMatchObject({
    moveOutDate: "2026-03-01T12:00:00.000Z",
    readyByDate: "2026-03-20T12:00:00.000Z",
    moveInDate: null,
    monthlyRent: 1500.5,
    turn: {
      daysVacant: 9,
      turnDays: 9,
      daysToReadyBy: 10,
      daysToMoveIn: null,
      openHours: 3.2,
      risk: "on_track",
      blockedTasks: 0,
      monthlyRent: 1500.5,
      vacancyLoss: 450.15,
    },
    overdueTasks: 0,
    nextDueDate: null,
    waitingFor: null,
  });
  expect(await manager.query(api.units.list, { projectId })).toEqual([unit]);
});

test("overdue tasks and the next due date of a unit follow the day [TURN-07]", async () => {
  const { manager, unitId, taskIds } = await setupTurn();
  const [one = "", two = "", three = ""] = taskIds;
  await manager.mutation(api.tasks.update, { taskId: one, dueDate: "2026-03-09" });
  await manager.mutation(api.tasks.update, { taskId: two, dueDate: "2026-03-10" });
  await manager.mutation(api.tasks.update, { taskId: three, dueDate: "2026-03-12" });
  const now = await manager.query(api.units.get, { unitId });
  await manager.mutation(api.tasks.update, { taskId: one, status: "completed" });
  const done = await manager.query(api.units.get, { unitId });

  expect(now).toMatchObject({ overdueTasks: 1, nextDueDate: "2026-03-10T12:00:00.000Z" });
  expect(now.turn.risk).toBe("at_risk");
  expect([done.overdueTasks, done.turn.risk]).toEqual([0, "on_track"]);
  vi.setSystemTime(Date.parse("2026-03-11T00:00:00Z"));
  expect(await manager.query(api.units.get, { unitId })).toMatchObject({
    overdueTasks: 1,
    nextDueDate: "2026-03-12T12:00:00.000Z",
  });
});

test("a supervisor reads dates and days, and never a rent or a loss [GEN-05]", async () => {
  const { supervisor, unitId, projectId } = await setupTurn();

  const unit = await supervisor.query(api.units.get, { unitId });
  const [listed] = await supervisor.query(api.units.list, { projectId });
  const changed = await supervisor.mutation(api.units.update, { unitId, startDate: "2026-03-02" });

  for (const answer of [unit, listed, changed]) {
    expect(answer).toMatchObject({
      moveOutDate: "2026-03-01T12:00:00.000Z",
      monthlyRent: null,
      turn: { daysVacant: 9, monthlyRent: null, vacancyLoss: null },
    });
  }
});
