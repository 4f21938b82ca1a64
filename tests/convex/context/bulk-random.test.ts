import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { blockedReasons, unitStatuses } from "../../../convex/rules/labels.ts";
import { expectConsistent } from "../../support/consistency.ts";
import { randomRuns } from "../../support/random-runs.ts";
import { settleCounts } from "../../support/recount.ts";
import { rowsOf, setupWorkspace } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const day = fc.constantFrom(null, "2026-03-01", "2026-03-04", "2026-03-20");
const block = {
  blockedReason: fc.constantFrom(...blockedReasons, null),
  blockedNote: fc.constantFrom("On order", null),
};
const taskSet = fc.record(
  {
    status: fc.constantFrom("not_started", "in_progress", "completed"),
    ...{ startDate: day, dueDate: day, completionDate: day, ...block },
    assignedToId: fc.constantFrom("manager", "supervisor", null),
  },
  { requiredKeys: [] },
);
const unitSet = fc.record(
  {
    status: fc.constantFrom(...unitStatuses),
    ...{ startDate: day, completionDate: day, moveOutDate: day, readyByDate: day, ...block },
    monthlyRent: fc.constantFrom(900, 1250.5, null),
  },
  { requiredKeys: [] },
);
const picks = fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 8 });
const act = fc.oneof(
  { weight: 5, arbitrary: fc.record({ noun: fc.constant("tasks" as const), picks, set: taskSet }) },
  { weight: 5, arbitrary: fc.record({ noun: fc.constant("units" as const), picks, set: unitSet }) },
  {
    weight: 1,
    arbitrary: fc.record({
      noun: fc.constantFrom("deleted tasks" as const, "deleted units" as const),
      picks: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 2 }),
    }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

type Workspace = Awaited<ReturnType<typeof setupWorkspace>>;
type Place = { unitIds: Id<"units">[]; taskIds: Id<"tasks">[]; projectId: Id<"projects"> };

async function newPlace({ manager, newProject, templateIds }: Workspace): Promise<Place> {
  const { projectId, unitIds } = await newProject(["101", "102", "103"]);
  const taskIds: Id<"tasks">[] = [];
  for (const unitId of unitIds) {
    const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    taskIds.push(...tasks.map(({ id }) => id));
  }
  return { projectId, unitIds, taskIds };
}

function pick<Item>(items: readonly Item[], places: readonly number[]): Item[] {
  return [...new Set(places.map((place) => items[place % items.length]))].flatMap((item) =>
    item === undefined ? [] : [item],
  );
}

/** Returns true when the act succeeds and false when it is refused. */
async function isDone(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    const { code = "" } = (error as { data?: { code?: string } }).data ?? {};
    if (!["invalid", "not_found"].includes(code)) throw error;
    return false;
  }
}

/**
 * Deletes records in one act in one place. If all of them are deleted, deletes the same ones one by one in the other
 * place.
 */
async function deleteBoth(
  manager: Workspace["manager"],
  { noun, picks, places }: { noun: string; picks: readonly number[]; places: [Place, Place] },
) {
  const [inOne, oneByOne] = places;
  if (noun === "deleted tasks") {
    const ids = pick(inOne.taskIds, picks);
    if (!(await isDone(manager.mutation(api.tasks.removeMany, { ids })))) return;
    for (const taskId of pick(oneByOne.taskIds, picks))
      await manager.mutation(api.tasks.remove, { taskId });
    return;
  }
  const ids = pick(inOne.unitIds, picks);
  if (!(await isDone(manager.mutation(api.units.removeMany, { ids })))) return;
  for (const unitId of pick(oneByOne.unitIds, picks))
    await manager.mutation(api.units.remove, { unitId });
}

/** Runs an act in one place. If all of it is done, does the same to each record in the other place. */
async function doBoth({ manager, supervisor }: Workspace, act: Act, places: [Place, Place]) {
  const [inOne, oneByOne] = places;
  if (!("set" in act)) {
    await deleteBoth(manager, { ...act, places });
    return;
  }
  if (act.noun === "units") {
    const ids = pick(inOne.unitIds, act.picks);
    if (!(await isDone(manager.mutation(api.units.updateMany, { ids, set: act.set })))) return;
    for (const unitId of pick(oneByOne.unitIds, act.picks))
      await manager.mutation(api.units.update, { unitId, ...act.set });
    return;
  }
  const { assignedToId, ...rest } = act.set;
  const person = assignedToId === "manager" ? manager.userId : supervisor.userId;
  const given = assignedToId && { assignedToId: person };
  const set = { ...rest, ...(assignedToId === null ? { assignedToId } : given) };
  const ids = pick(inOne.taskIds, act.picks);
  if (!(await isDone(manager.mutation(api.tasks.updateMany, { ids, set })))) return;
  for (const taskId of pick(oneByOne.taskIds, act.picks))
    await manager.mutation(api.tasks.update, { taskId, ...set });
}

/** Returns all stored data of a project without its ids and names. */
async function stateOf({ t }: Workspace, { projectId, unitIds, taskIds }: Place) {
  const tables = [
    ...(["units", "tasks", "blocks", "tallies", "projectCounts", "unitFigures"] as const),
    ...(["turnSplits", "events"] as const),
  ];
  const state: Record<string, unknown> = {};
  const nameOf = new Map<string, string>([
    [projectId, "project"],
    ...unitIds.map((id, at) => [id, `unit ${at}`] as const),
    ...taskIds.map((id, at) => [id, `task ${at}`] as const),
  ]);
  for (const table of tables) {
    const rows = (await rowsOf(t, table)).filter((row) => row.projectId === projectId);
    const named = rows.map(({ _creationTime, ...row }) => {
      const { batchId: _, unlistedBy: __, _id, ...rest } = row as Doc<"events">;
      // The tasks of a figure are a set.
      const sorted =
        "tasks" in rest ? { ...rest, tasks: (rest.tasks as object[]).map(text).sort() } : rest;
      return JSON.stringify(Object.entries(sorted).sort(), (_key, value: unknown) =>
        typeof value === "string" ? (nameOf.get(value) ?? value) : value,
      );
    });
    // History keeps the order of the acts; the order of derived rows has no meaning.
    state[table] = table === "events" ? named : named.toSorted();
  }
  return state;
}

function text(value: unknown): string {
  return JSON.stringify(value);
}

test("an act on many records leaves what the same acts one by one leave [QUICK-03]", async () => {
  const run = fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 12 }), async (acts) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-04T10:00:00.000Z") });
    const workspace = await setupWorkspace({ templates: 4 });
    const places: [Place, Place] = [await newPlace(workspace), await newPlace(workspace)];
    for (const [at, one] of acts.entries()) {
      vi.setSystemTime(Date.parse("2026-03-04T10:00:00.000Z") + at * 3_600_000);
      await doBoth(workspace, one, places);
    }
    await settleCounts(workspace.t);
    expect(await stateOf(workspace, places[0])).toEqual(await stateOf(workspace, places[1]));
    await expectConsistent(workspace.t);
  });
  await fc.assert(run, { numRuns: randomRuns(8), seed: 20_260_304, endOnFailure: true });
}, 60_000);
