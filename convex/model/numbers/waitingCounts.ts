import type { Query, QueryInitializer } from "convex/server";
import type { DataModel, Doc, Id } from "../../_generated/dataModel.js";
import type { MutationCtx, QueryCtx } from "../context/context.ts";

/**
 * The length of a slot in milliseconds. Times are counted in quarters of an hour, because every time zone begins its
 * days on one.
 */
export const slotMs = 15 * 60_000;

/**
 * The maximum number of tally changes in one row. An act on very many records writes several rows of about ten
 * kilobytes.
 */
const talliesInRow = 200;

export type TallyKind = Doc<"tallies">["kind"];
/** The task totals of a project, or changes of them. */
export type TaskTotals = Pick<Doc<"projectCounts">, "totalTasks" | "completedTasks">;
type TallyChange = Doc<"waitingCounts">["tallies"][number];
type ProjectChange = { totals: TaskTotals; tallies: Map<string, TallyChange> };

/**
 * Collects changes of counts that many people change at once, and inserts them as waiting rows at the end of the
 * transaction. It reads no count: on official Convex, two transactions that change the same row conflict, and one of
 * them is retried.
 */
export class WaitingCounts {
  readonly #changes = new Map<Id<"projects"> | undefined, ProjectChange>();

  /** Counts a time in a slot of the workspace, and of a project if one is given. */
  tally(
    { projectId, kind, sign }: { projectId?: Id<"projects">; kind: TallyKind; sign: 1 | -1 },
    moment: number | undefined,
  ): void {
    if (moment === undefined) return;
    const { tallies } = this.#of(projectId);
    const slot = Math.floor(moment / slotMs);
    const key = `${kind} ${slot}`;
    const by = (tallies.get(key)?.by ?? 0) + sign;
    tallies.set(key, { kind, slot, by });
  }

  /** Adds (+1) or subtracts (-1) a task in the totals of its project. */
  task({ projectId, status }: Pick<Doc<"tasks">, "projectId" | "status">, sign: 1 | -1): void {
    const { totals } = this.#of(projectId);
    totals.totalTasks += sign;
    if (status === "completed") totals.completedTasks += sign;
  }

  async apply(ctx: MutationCtx): Promise<void> {
    for (const [projectId, { totals, tallies }] of this.#changes) {
      const place = projectId === undefined ? {} : { projectId };
      const changed = [...tallies.values()].filter(({ by }) => by !== 0);
      const hasTotals = totals.totalTasks !== 0 || totals.completedTasks !== 0;
      const first = changed.slice(0, talliesInRow);
      if (hasTotals || first.length > 0)
        await ctx.db.insert("waitingCounts", { ...place, hasTotals, ...totals, tallies: first });
      for (let start = talliesInRow; start < changed.length; start += talliesInRow) {
        const part = changed.slice(start, start + talliesInRow);
        await ctx.db.insert("waitingCounts", { ...place, ...noTotals, tallies: part });
      }
    }
  }

  #of(projectId: Id<"projects"> | undefined): ProjectChange {
    const start = () => ({ totals: { totalTasks: 0, completedTasks: 0 }, tallies: new Map() });
    const change = this.#changes.get(projectId) ?? start();
    this.#changes.set(projectId, change);
    return change;
  }
}

const noTotals = { hasTotals: false, totalTasks: 0, completedTasks: 0 };

/** The sum of the waiting changes of a project's task totals. */
export async function waitingTotals(ctx: QueryCtx, projectId: Id<"projects">): Promise<TaskTotals> {
  const rows = ctx.db
    .query("waitingCounts")
    .withIndex("projectId_hasTotals", (q) => q.eq("projectId", projectId).eq("hasTotals", true));
  const totals = { totalTasks: 0, completedTasks: 0 };
  for await (const row of rows) addTotals(totals, row);
  return totals;
}

/** The waiting rows of a project, or of all projects, oldest first. */
export async function waitingRows(
  ctx: QueryCtx,
  projectId: Id<"projects"> | undefined,
): Promise<Doc<"waitingCounts">[]> {
  const all = ctx.db.query("waitingCounts");
  const rows: Doc<"waitingCounts">[] = [];
  // The loop is bounded: the job settles rows after some seconds.
  for await (const row of projectId === undefined ? all : ofProject(all, projectId)) rows.push(row);
  return rows.toSorted((a, b) => a._creationTime - b._creationTime);
}

function ofProject(
  rows: QueryInitializer<DataModel["waitingCounts"]>,
  projectId: Id<"projects">,
): Query<DataModel["waitingCounts"]> {
  return rows.withIndex("projectId_hasTotals", (q) => q.eq("projectId", projectId));
}

/** Adds changes to task totals, in place. */
export function addTotals(totals: TaskTotals, added: TaskTotals): void {
  totals.totalTasks += added.totalTasks;
  totals.completedTasks += added.completedTasks;
}
