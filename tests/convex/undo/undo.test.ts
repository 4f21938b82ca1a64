import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { undoableKinds } from "../../../convex/model/undo/reversals.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { everything, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";
import { actByKind, type Full, picture } from "./acts.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

type Person = Pick<Full["manager"], "mutation" | "query">;

async function newestAct(person: Person) {
  const { page } = await person.query(api.undo.recent, { limit: 1 });
  return first(page);
}

/** Undoes the newest act of a person, as the menu of recent changes does. */
async function undoNewest(person: Person) {
  const { event, batchId } = await newestAct(person);
  const { undone, kept } =
    batchId === null
      ? await person.mutation(api.undo.event, { eventId: event.id })
      : await person.mutation(api.undo.batch, { batchId });
  return { undone, kept };
}

test("every kind of act that can be taken back is tried below [UNDO-01]", () => {
  // Only an undo makes these kinds.
  const bySelf = ["member.removed", "template.restored"];

  expect([...Object.keys(actByKind), ...bySelf].toSorted()).toEqual(undoableKinds.toSorted());
});

const nouns = [...new Set(Object.keys(actByKind).map((kind) => kind.split(".")[0] ?? ""))];

test.each(nouns)(
  "each act on a %s is taken back, done again and taken back again [UNDO-01]",
  async (noun) => {
    const full = await setupFull();
    const { t, admin, manager } = full;
    const person = noun === "user" ? admin : manager;
    const acts = Object.entries(actByKind).filter(([kind]) => kind.startsWith(`${noun}.`));
    for (const [kind, act] of acts) {
      const before = await picture(t);
      await act(full);
      const after = await picture(t);
      expect((await newestAct(person)).event.kind).toBe(kind);

      expect(await undoNewest(person)).toMatchObject({ kept: 0 });
      const undone = await picture(t);
      if (!actsInSteps.includes(kind)) expect(undone).toEqual(before);
      expect(undone).not.toEqual(after);
      expect(await newestAct(person)).toMatchObject({ isUndo: true, isRedo: false, canUndo: true });

      expect(await undoNewest(person)).toMatchObject({ kept: 0 });
      expect(await picture(t)).toEqual(after);
      expect(await newestAct(person)).toMatchObject({ isUndo: false, isRedo: true, canUndo: true });

      expect(await undoNewest(person)).toMatchObject({ kept: 0 });
      expect(await picture(t)).toEqual(undone);
      await t.finishInProgressScheduledFunctions();
      await expectConsistent(t);
    }
  },
);

/** The acts of these kinds need another act first; only the last one is undone. */
const actsInSteps: readonly string[] = [
  ...["project.restored", "unit.restored", "task.restored", "photo.restored", "note.restored"],
  ...["time.restored", "user.restored", "member.assigned", "task.added"],
];

const paint = { status: "completed" } as const;

test("a record that holds something else by now is kept whole, whoever changed it [UNDO-01]", async () => {
  const { t, manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { taskIds } = await newUnitWithTasks();
  const taskId = first(taskIds);
  await manager.mutation(api.tasks.update, { taskId, ...paint, dueDate: "2026-03-02" });
  const { event } = await newestAct(manager);
  await supervisor.mutation(api.tasks.update, { taskId, dueDate: "2026-03-09" });
  const before = await picture(t);

  const undo = () => manager.mutation(api.undo.event, { eventId: event.id });
  expect(await undo()).toEqual({ undone: 0, kept: 1, eventId: null });
  expect(await picture(t)).toEqual(before);

  await supervisor.mutation(api.tasks.update, { taskId, dueDate: "2026-03-02" });
  expect(await undo()).toMatchObject({ undone: 1, kept: 0 });
  await expectConsistent(t);
});

test("what was made is kept once somebody has worked on it, and goes when that is taken back [UNDO-01]", async () => {
  const { manager, supervisor, newProject, templateIds } = await setupWorkspace();
  const { projectId, unitIds } = await newProject(["101"]);
  const unitId = first(unitIds);
  const project = await newestAct(manager);
  await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
  const tasks = await newestAct(manager);
  const { id: taskId } = first(await manager.query(api.tasks.list, { unitId }));
  await supervisor.mutation(api.tasks.update, { taskId, ...paint });
  const undo = async ({ batchId }: { batchId: string | null }) =>
    await manager.mutation(api.undo.batch, { batchId: batchId ?? "" });

  expect(await undo(project)).toMatchObject({ undone: 0, kept: 2, batchId: null });
  expect(await undo(tasks)).toMatchObject({ undone: 2, kept: 1 });
  expect(await manager.query(api.tasks.list, { unitId })).toMatchObject([{ id: taskId }]);

  await manager.mutation(api.tasks.remove, { taskId });
  expect(await undo(project)).toMatchObject({ undone: 0, kept: 2 });
  expect(await manager.query(api.projects.list, {})).toMatchObject([{ id: projectId }]);
});

test("an act is taken back once, by who did it, with the permission of the act [UNDO-01]", async () => {
  const { t, admin, manager, supervisor, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.units.update, { unitId, monthlyRent: 1500 });
  const rent = (await newestAct(manager)).event.id;
  await manager.mutation(api.tasks.updateMany, { ids: taskIds, set: paint });
  const batchId = (await newestAct(manager)).batchId ?? "";
  const before = await everything(t);
  const hostile = ["", "none", "x".repeat(5000), unitId, "'; drop table events; --", "\u0000"];

  for (const other of [admin, supervisor]) {
    const event = other.mutation(api.undo.event, { eventId: rent });
    await expect(event).rejects.toMatchObject(refusal("not_found", "Change not found"));
    const batch = other.mutation(api.undo.batch, { batchId });
    await expect(batch).rejects.toMatchObject(refusal("not_found", "Change not found"));
  }
  for (const id of hostile) {
    const event = manager.mutation(api.undo.event, { eventId: id });
    await expect(event).rejects.toMatchObject(refusal("not_found"));
    const batch = manager.mutation(api.undo.batch, { batchId: id });
    await expect(batch).rejects.toMatchObject(refusal("not_found"));
    const run = manager.query(api.undo.progress, { runId: id });
    await expect(run).rejects.toMatchObject(refusal("not_found"));
  }
  expect(await everything(t)).toBe(before);

  // The person may have another role by then.
  await t.run(async (ctx) => ctx.db.patch("users", manager.userId, { role: "project_supervisor" }));
  const asSupervisor = manager.mutation(api.undo.event, { eventId: rent });
  await expect(asSupervisor).rejects.toMatchObject(refusal("forbidden"));
  expect((await newestAct(manager)).canUndo).toBe(true);
  const { page } = await manager.query(api.undo.recent, {});
  const ofRent = page.find(({ event }) => event.id === rent);
  expect(ofRent).toMatchObject({ canUndo: false, event: { changes: [{ from: null, to: null }] } });
  await t.run(async (ctx) => ctx.db.patch("users", manager.userId, { role: "project_manager" }));

  await manager.mutation(api.undo.event, { eventId: rent });
  await manager.mutation(api.undo.batch, { batchId });
  const secondEvent = manager.mutation(api.undo.event, { eventId: rent });
  await expect(secondEvent).rejects.toMatchObject(refusal("conflict", "This was undone already"));
  const secondBatch = manager.mutation(api.undo.batch, { batchId });
  await expect(secondBatch).rejects.toMatchObject(refusal("conflict", "This was undone already"));
});

test("what is removed for good cannot be undone, and that is said [UNDO-01]", async () => {
  const { t, manager, newUnitWithTasks } = await setupWorkspace();
  const { taskIds } = await newUnitWithTasks();
  await manager.mutation(api.tasks.remove, { taskId: first(taskIds) });
  const removal = await newestAct(manager);
  await manager.mutation(api.trash.remove, { itemId: first(await rowsOf(t, "trash"))._id });
  const act = await newestAct(manager);

  expect(act).toMatchObject({ canUndo: false, event: { kind: "task.removedForGood" } });
  const undo = manager.mutation(api.undo.event, { eventId: act.event.id });
  await expect(undo).rejects.toMatchObject(refusal("conflict", "This cannot be undone"));
  const kept = await manager.mutation(api.undo.event, { eventId: removal.event.id });
  expect(kept).toEqual({ undone: 0, kept: 1, eventId: null });
});

test("an open task is not given back to who has left the team meanwhile [UNDO-01] [WHO-02]", async () => {
  const { manager, projectId, teamMemberId, taskId } = await setupFull();
  await manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId });
  const given = (await manager.query(api.undo.recent, { limit: 50 })).page.find(
    ({ event }) => event.recordId === taskId && event.changes.some(({ to }) => to === "completed"),
  );

  const eventId = given?.event.id ?? "";
  expect(await manager.mutation(api.undo.event, { eventId })).toMatchObject({ undone: 1 });
  const tasks = await manager.query(api.tasks.list, { unitId: given?.event.unitId ?? "" });
  expect(tasks.find(({ id }) => id === taskId)).toMatchObject({
    ...{ status: "not_started", crewMemberId: null, blockedReason: "parts" },
  });
});

test("history tells of both: what was undone and when, and what undid it [UNDO-01] [HIST-01]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), dueDate: "2026-03-02" });
  const { event } = await newestAct(manager);
  await manager.mutation(api.undo.event, { eventId: event.id });

  const { page } = await manager.query(api.history.ofUnit, { unitId });
  expect(page.slice(0, 2)).toMatchObject([
    { undoes: event.id, isRedo: false, undoneAt: null, changes: [{ field: "dueDate", to: null }] },
    { id: event.id, undoes: null, undoneAt: expect.any(String) as string },
  ]);
});
