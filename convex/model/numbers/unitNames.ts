import type { Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

/** The maximum number of names in a row: about ten kilobytes. */
const namesInRow = 100;
/**
 * The maximum number of rows of a project. It has at most 5,000 units, but rows from which units were deleted are not
 * refilled.
 */
const maxRows = 1000;
/** The maximum number of rows that one search reads over all projects: at most ten megabytes. */
const maxNewestRows = 300;

export type UnitName = Doc<"unitNames">["names"][number];
type NamedUnit = Pick<Doc<"units">, "_id" | "_creationTime" | "projectId" | "name">;

/** Collects the units that a transaction adds and deletes, and writes their names once at the end. */
export class UnitNameChanges {
  readonly #units = new Map<Id<"units">, { unit: NamedUnit; sign: number }>();

  /** Adds (+1) or deletes (-1) a unit; both together cancel each other out. */
  unit(unit: NamedUnit, sign: 1 | -1): void {
    const before = this.#units.get(unit._id)?.sign ?? 0;
    this.#units.set(unit._id, { unit, sign: before + sign });
  }

  async apply(ctx: MutationCtx): Promise<void> {
    const changed = [...this.#units.values()].filter(({ sign }) => sign !== 0);
    const projectIds = new Set(changed.map(({ unit }) => unit.projectId));
    for (const projectId of projectIds) {
      const own = changed.filter(({ unit }) => unit.projectId === projectId);
      await applyToProject(ctx, projectId, {
        added: own.filter(({ sign }) => sign > 0).map(({ unit }) => unit),
        gone: new Set(own.filter(({ sign }) => sign < 0).map(({ unit }) => unit._id)),
      });
    }
  }
}

/** Adds the names of these units of a project; names that are stored already stay as they are. */
export async function addUnitNames(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  added: readonly NamedUnit[],
): Promise<void> {
  await applyToProject(ctx, projectId, { added, gone: new Set() });
}

/** The names of the units of a project, in the order entered. */
export async function unitNamesOf(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<readonly UnitName[]> {
  return (await rowsOf(ctx, projectId)).flatMap(({ names }) => names);
}

/** The rows with the newest unit names of all projects, up to 30,000 names; older rows are not read. */
export async function newestUnitNames(ctx: QueryCtx): Promise<Doc<"unitNames">[]> {
  return await ctx.db.query("unitNames").order("desc").take(maxNewestRows);
}

/** Deletes up to `limit` rows of names of a deleted project; returns their number. */
export async function deleteUnitNames(ctx: MutationCtx, projectId: Id<"projects">, limit: number) {
  const rows = (await rowsOf(ctx, projectId)).slice(0, limit);
  for (const { _id } of rows) await ctx.db.delete("unitNames", _id);
  return rows.length;
}

async function rowsOf(ctx: QueryCtx, projectId: Id<"projects">): Promise<Doc<"unitNames">[]> {
  return await ctx.db
    .query("unitNames")
    .withIndex("projectId_from", (q) => q.eq("projectId", projectId))
    .take(maxRows);
}

async function applyToProject(
  ctx: MutationCtx,
  projectId: Id<"projects">,
  { added, gone }: { added: readonly NamedUnit[]; gone: ReadonlySet<Id<"units">> },
): Promise<void> {
  const rows = await rowsOf(ctx, projectId);
  const there = new Set(rows.flatMap(({ names }) => names.map(({ id }) => id)));
  const news = added
    .filter(({ _id }) => !there.has(_id))
    .map(({ _id, name, _creationTime }) => ({ id: _id, name, at: _creationTime }));
  if (rows.length === 0) {
    await insertRows(ctx, projectId, inOrder(news));
    return;
  }
  for (const [place, row] of rows.entries()) {
    const end = rows[place + 1]?.from ?? Infinity;
    // The first row also takes units that are older than its first name.
    const start = place === 0 ? -Infinity : row.from;
    const kept = row.names.filter(({ id }) => !gone.has(id));
    const own = news.filter(({ at }) => at >= start && at < end);
    if (kept.length === row.names.length && own.length === 0) continue;
    const names = inOrder([...kept, ...own]);
    if (names.length === 0) await ctx.db.delete("unitNames", row._id);
    else await ctx.db.patch("unitNames", row._id, { names: names.slice(0, namesInRow) });
    await insertRows(ctx, projectId, names.slice(namesInRow));
  }
}

async function insertRows(ctx: MutationCtx, projectId: Id<"projects">, names: UnitName[]) {
  for (let start = 0; start < names.length; start += namesInRow) {
    const part = names.slice(start, start + namesInRow);
    const from = part[0]?.at ?? 0;
    await ctx.db.insert("unitNames", { projectId, from, names: part });
  }
}

function inOrder(names: readonly UnitName[]): UnitName[] {
  return [...names].sort((a, b) => a.at - b.at);
}
