import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { expectConsistent } from "../../support/consistency.ts";
import { errorData } from "../../../convex/lib/errors.ts";
import { randomRuns } from "../../support/random-runs.ts";
import { setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

type Kind = "project" | "unit" | "task" | "note" | "time_entry";
/** A record in the model, with its parents and whether it is an item of the trash itself. */
type Known = { kind: Kind; id: string; unit?: Known; project?: Known; isDeleted: boolean };

const operation = fc.record({
  act: fc.constantFrom(
    ...(["delete", "delete", "delete", "restore", "restore", "restore", "removeForGood"] as const),
    ...(["tick", "note", "time", "project"] as const),
  ),
  pick: fc.nat(10_000),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns true when no parent of the record is in the trash. */
function hasPlace({ unit, project }: Known): boolean {
  return unit?.isDeleted !== true && project?.isDeleted !== true;
}

function isSeen(record: Known): boolean {
  return !record.isDeleted && hasPlace(record);
}

async function setupModel() {
  const workspace = await setupWorkspace({ templates: 2 });
  const { t, manager, templateIds } = workspace;
  const records: Known[] = [];
  const seen = (kind?: Kind) =>
    records.filter((record) => isSeen(record) && (kind === undefined || record.kind === kind));

  const add = (record: Omit<Known, "isDeleted">): Known => {
    const known = { ...record, isDeleted: false };
    records.push(known);
    return known;
  };
  const addProject = async () => {
    const { id: projectId } = await manager.mutation(api.projects.create, {
      ...{ name: `Project ${records.length}`, units: ["1", "2"] },
    });
    const project = add({ kind: "project", id: projectId });
    for (const { id: unitId } of await manager.query(api.units.list, { projectId })) {
      const unit = add({ kind: "unit", id: unitId, project });
      for (const { id } of await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds }))
        add({ kind: "task", id, unit, project });
      await addNote(unit);
      await addTime(unit);
    }
  };
  const addNote = async (unit: Known) => {
    const { id } = await manager.mutation(api.unitNotes.create, { unitId: unit.id, content: "n" });
    add({ kind: "note", id, unit, ...(unit.project && { project: unit.project }) });
  };
  const addTime = async (unit: Known) => {
    const { project } = unit;
    const hours = { startTime: "2026-03-02T07:00:00Z", endTime: "2026-03-02T16:00:00Z" };
    const { id } = await manager.mutation(api.timeEntries.create, {
      ...{ projectId: project?.id ?? "", unitId: unit.id, date: "2026-03-02", ...hours },
    });
    add({ kind: "time_entry", id, unit, ...(project && { project }) });
  };
  const remove = async ({ kind, id }: Known) => {
    if (kind === "project") return await manager.mutation(api.projects.remove, { projectId: id });
    if (kind === "unit") return await manager.mutation(api.units.remove, { unitId: id });
    if (kind === "task") return await manager.mutation(api.tasks.remove, { taskId: id });
    if (kind === "note") return await manager.mutation(api.unitNotes.remove, { noteId: id });
    return await manager.mutation(api.timeEntries.remove, { timeEntryId: id });
  };
  const itemOf = async (recordId: string): Promise<Id<"trash"> | undefined> =>
    (await storedRowsOf(t, "trash")).find((item) => item.recordId === recordId)?._id;

  /** Runs an operation on one of the records that it applies to. */
  async function carryOut({ act, pick }: Operation): Promise<void> {
    const one = (found: readonly Known[]) => found[pick % Math.max(found.length, 1)];
    if (act === "project") return await addProject();
    if (act === "delete") {
      const record = one(seen());
      if (record === undefined) return;
      await remove(record);
      record.isDeleted = true;
      return;
    }
    if (act === "restore" || act === "removeForGood") {
      const record = one(records.filter(({ isDeleted }) => isDeleted));
      const itemId = record && (await itemOf(record.id));
      if (record === undefined || itemId === undefined) return;
      if (act === "removeForGood") {
        await manager.mutation(api.trash.remove, { itemId });
        const isGone = (known: Known) => [known, known.unit, known.project].includes(record);
        for (const known of records.filter(isGone)) records.splice(records.indexOf(known), 1);
        return;
      }
      const code = await manager.mutation(api.trash.restore, { itemId }).then(
        () => null,
        (error: unknown) => errorData(error)?.code,
      );
      expect(code).toBe(hasPlace(record) ? null : "conflict");
      if (code === null) record.isDeleted = false;
      return;
    }
    const unit = one(seen("unit"));
    const task = one(seen("task"));
    if (act === "note" && unit) await addNote(unit);
    if (act === "time" && unit) await addTime(unit);
    if (act !== "tick" || task === undefined) return;
    const status = pick % 2 === 0 ? "in_progress" : "completed";
    await manager.mutation(api.tasks.update, { taskId: task.id, status, dueDate: "2026-03-02" });
  }

  /** Returns the ids of the visible records by kind, and of the items in the trash. */
  async function found(): Promise<Record<string, string[]>> {
    const ids: Record<string, string[]> = { project: [], unit: [], task: [], note: [], time: [] };
    const note = (kind: string, rows: readonly { id: string }[]) =>
      ids[kind]?.push(...rows.map(({ id }) => id));
    const projects = await manager.query(api.projects.list, {});
    note("project", projects);
    for (const { id: projectId } of projects) {
      note("time", await manager.query(api.timeEntries.list, { projectId }));
      const units = await manager.query(api.units.list, { projectId });
      note("unit", units);
      for (const { id: unitId } of units) {
        note("task", await manager.query(api.tasks.list, { unitId }));
        note("note", await manager.query(api.unitNotes.list, { unitId }));
      }
    }
    const { page } = await manager.query(api.trash.list, { limit: 100 });
    return sorted({ ...ids, trash: page.map(({ recordId }) => recordId) });
  }

  function expected(): Record<string, string[]> {
    const idsOf = (kind: Kind) => seen(kind).map(({ id }) => id);
    return sorted({
      ...{ project: idsOf("project"), unit: idsOf("unit"), task: idsOf("task") },
      ...{ note: idsOf("note"), time: idsOf("time_entry") },
      trash: records.filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
    });
  }
  await addProject();
  return { t, carryOut, found, expected };
}

function sorted(ids: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(ids).map(([kind, some]) => [kind, some.toSorted()]));
}

test("after any deletions and restorations people find what a slow model does, and every number is right [TRASH-01]", async () => {
  const run = fc.asyncProperty(
    fc.array(operation, { minLength: 20, maxLength: 35 }),
    async (operations) => {
      const { t, carryOut, found, expected } = await setupModel();
      for (const one of operations) await carryOut(one);
      expect(await found()).toEqual(expected());
      await expectConsistent(t);
    },
  );
  await fc.assert(run, { numRuns: randomRuns(8), seed: 20_261_123, endOnFailure: true });
}, 60_000);
