import type { GenericValidator } from "convex/values";
import { expect } from "vitest";
import { internal } from "../../convex/_generated/api.js";
import type { Doc, TableNames } from "../../convex/_generated/dataModel.js";
import { readToday } from "../../convex/model/context/today.ts";
import schema from "../../convex/schema.ts";
import { recounted, settleCounts, storedCounts } from "./recount.ts";
import { type Engine, rowsOf, storedRowsOf } from "./workspace.ts";

/**
 * History and trash items refer to deleted records. The progress of long work remains for a while after its project, its
 * session and its steps, and an upload after its session.
 */
const mayDangle: readonly TableNames[] = [
  ...([
    "events",
    "trash",
    "bulkAssignments",
    "undoRuns",
    "projectRemovals",
    "photoUploads",
    "photoCleanings",
  ] as const),
];

/** Fails if a derived row differs from its records, or if a row refers to a missing record. */
export async function expectConsistent(t: Engine): Promise<void> {
  expect(await storedCounts(t)).toEqual(await recounted(t));
  await settleCounts(t);
  expect(await danglingReferences(t)).toEqual([]);
  const { stored, anew } = await derivedRows(t);
  expect(stored).toEqual(anew);
}

/** Returns every derived row as it is stored, and as it is computed from its records. */
async function derivedRows(t: Engine) {
  // The job maintains the rows that depend on the day alone.
  await t.mutation(internal.jobs.turns.keepUp, {});
  const stored = await derived(t);
  await t.run(async ({ db }) => {
    for (const { _id } of await db.query("units").collect())
      await db.patch("units", _id, { alarm: undefined });
    for (const row of await db.query("vacancyLosses").collect())
      await db.delete("vacancyLosses", row._id);
    for (const row of await db.query("unitFigures").collect())
      await db.delete("unitFigures", row._id);
    for (const row of await db.query("workDays").collect()) await db.delete("workDays", row._id);
    for (const row of await db.query("turnSplits").collect())
      await db.delete("turnSplits", row._id);
    for (const row of await db.query("unitNames").collect()) await db.delete("unitNames", row._id);
    for (const row of await db.query("figureBuilds").collect())
      await db.delete("figureBuilds", row._id);
  });
  const isBuilt = async () =>
    (await rowsOf(t, "figureBuilds")).some(({ splitZone }) => splitZone !== undefined);
  while (!(await isBuilt())) await t.mutation(internal.jobs.analytics.backfill, {});
  while ((await storedRowsOf(t, "units")).some(({ alarm }) => alarm === undefined))
    await t.mutation(internal.jobs.turns.keepUp, {});
  await t.mutation(internal.jobs.turns.keepUp, {});
  const anew = await derived(t);
  return {
    stored: { ...stored, counts: await storedCounts(t), cards: await cards(t) },
    anew: { ...anew, counts: await recounted(t), cards: await newestPhotos(t) },
  };
}

/** The references of all rows to rows or files that are not there, as "table.field -> table". */
async function danglingReferences(t: Engine): Promise<string[]> {
  const ids = new Set<string>();
  const references: { from: string; to: string; id: string }[] = [];
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    for (const row of await storedRowsOf(t, table)) {
      ids.add(row._id);
      if (!mayDangle.includes(table))
        references.push(...referencesIn(schema.tables[table].validator, row, table));
    }
  }
  await t.run(async ({ db }) => {
    for (const { _id } of await db.system.query("_storage").collect()) ids.add(_id);
  });
  return references.filter(({ id }) => !ids.has(id)).map(({ from, to }) => `${from} -> ${to}`);
}

type Reference = { from: string; to: string; id: string };

function referencesIn(validator: GenericValidator, value: unknown, from: string): Reference[] {
  if (value === undefined || value === null) return [];
  switch (validator.kind) {
    case "id":
      return [{ from, to: validator.tableName, id: value as string }];
    case "array":
      return (value as unknown[]).flatMap((item) => referencesIn(validator.element, item, from));
    case "union":
      return validator.members.flatMap((member) => referencesIn(member, value, from));
    case "object":
      return Object.entries(validator.fields as Record<string, GenericValidator>).flatMap(
        ([name, field]) =>
          referencesIn(field, (value as Record<string, unknown>)[name], `${from}.${name}`),
      );
    default:
      return [];
  }
}

async function derived(t: Engine) {
  const figures = await rowsOf(t, "unitFigures");
  const days = await rowsOf(t, "workDays");
  const splits = await rowsOf(t, "turnSplits");
  const names = await rowsOf(t, "unitNames");
  const units = await storedRowsOf(t, "units");
  const losses = await rowsOf(t, "vacancyLosses");
  // The company's day by its marker, which may be behind the clock until the job updates it.
  const { day: today } = await t.run(readToday);
  return {
    alarms: by(
      units.map(({ _id, alarm }) => ({ _id, alarm })),
      ({ _id }) => _id,
    ),
    losses: by(
      losses.map(({ projectId, firstDay, cents }) => {
        const from = today - firstDay;
        return { projectId, cents: cents.slice(from, from + 5) };
      }),
      ({ projectId }) => projectId,
    ),
    names: by(
      names.flatMap((row) => row.names.map((name) => ({ ...name, projectId: row.projectId }))),
      ({ id }) => id,
    ),
    splits: by(
      splits.map(({ _id, _creationTime, ...rest }) => rest),
      ({ unitId }) => unitId,
    ),
    figures: by(
      figures.map(({ _id, _creationTime, tasks, ...rest }) => ({
        ...rest,
        tasks: by(tasks, (task) => JSON.stringify(Object.entries(task).sort())),
      })),
      ({ unitId }) => unitId,
    ),
    days: by(
      days.map(({ _id, _creationTime, members, ...rest }) => ({
        ...rest,
        members: by(members, ({ teamMemberId }) => teamMemberId),
      })),
      ({ projectId, day }) => `${projectId} ${day}`,
    ),
  };
}

async function cards(t: Engine) {
  const units = await rowsOf(t, "units");
  return units.map(({ _id, recentPhotos }) => [_id, recentPhotos.map(({ id }) => id)]);
}

async function newestPhotos(t: Engine) {
  const photos = (await rowsOf(t, "photos")).sort(byDate);
  const units = await rowsOf(t, "units");
  return units.map(({ _id }) => [
    _id,
    photos
      .filter(({ unitId }) => unitId === _id)
      .slice(0, 3)
      .map((photo) => photo._id),
  ]);
}

function byDate(a: Doc<"photos">, b: Doc<"photos">): number {
  return (
    b.photoDate - a.photoDate || b.createdAt - a.createdAt || b._creationTime - a._creationTime
  );
}

function by<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
