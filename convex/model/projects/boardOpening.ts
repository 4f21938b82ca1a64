import { type Infer, v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { promisedMoment } from "../../rules/turn.ts";
import { compareUrgency } from "../../rules/urgency.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { listTemplates } from "../tasks/taskTemplates.ts";
import { boardRows, vBoardRow } from "./board.ts";
import { inRange, rangesOf, vUnitRange } from "./unitRanges.ts";
import { openWork, planOf, unitReader } from "./unitTurns.ts";

/** The maximum number of units that are ranked in one query; a larger board opens without pages and rows. */
const maxRanked = 1000;
/** The maximum size of these units; with longer texts the board opens in the same way. */
const maxRankedBytes = 5 * 2 ** 20;

/** The number of rows in the opening: about as many as a phone shows at once. Each takes 7 kB on the network. */
const firstRows = 2;

const nullableText = v.union(v.string(), v.null());

export const vBoardOpening = v.object({
  /** The pages of each project of the board; null when the board has too many units to rank them. */
  pages: v.union(v.array(vUnitRange.extend({ projectId: v.id("projects") })), v.null()),
  /** The first rows of the whole board: the most urgent units. */
  rows: v.array(vBoardRow),
  /** The task templates in their order, by which tasks are grouped. */
  masterList: v.array(v.object({ name: v.string(), category: nullableText })),
});

/** The opening of the board of these projects, in one answer. */
export async function boardOpening(
  ctx: QueryCtx & { money: boolean },
  projects: readonly Doc<"projects">[],
): Promise<Infer<typeof vBoardOpening>> {
  const masterList = (await listTemplates(ctx)).map(({ name, category }) => ({
    ...{ name, category: category ?? null },
  }));
  const count = projects.reduce((sum, { unitCount }) => sum + unitCount, 0);
  if (count > maxRanked) return { pages: null, rows: [], masterList };
  const reader = await unitReader(ctx, ctx.money);
  const room = new ListRoom(maxRankedBytes);
  const ofProjects = await Promise.all(
    projects.map(async (project) => {
      const all = inRange(ctx, project._id, { after: 0, through: null });
      const units = await room.take(all, maxRanked);
      const ages = units.map((unit) => unit._creationTime);
      const pages = rangesOf(ages).map((range) => ({ projectId: project._id, ...range }));
      return { pages, units: units.map((unit) => ({ unit, project })) };
    }),
  );
  if (room.isFull) return { pages: null, rows: [], masterList };
  const ranked = await Promise.all(
    ofProjects
      .flatMap(({ units }) => units)
      .map(async (each) => {
        const { unit } = each;
        const { risk, daysVacant } = planOf(unit, await openWork(ctx, unit), reader).turn;
        const urgency = { risk, daysVacant, promisedDay: promisedMoment(unit), name: unit.name };
        return { ...each, urgency };
      }),
  );
  const first = ranked.sort((a, b) => compareUrgency(a.urgency, b.urgency)).slice(0, firstRows);
  return {
    pages: ofProjects.flatMap(({ pages }) => pages),
    rows: await boardRows(
      ctx,
      first.map(({ unit, project }) => ({
        unit,
        reader: { ...reader, projectName: project.name },
      })),
    ),
    masterList,
  };
}
