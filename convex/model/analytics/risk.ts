import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { toMoney } from "../../rules/money.ts";
import { promisedMoment } from "../../rules/turn.ts";
import { sortableName } from "../../rules/urgency.ts";
import type { QueryCtx } from "../context/context.ts";
import { ListRoom } from "../context/listRoom.ts";
import { openWorkOfAll } from "../numbers/openWork.ts";
import { alarmedUnits, unitsJustAlarmed, unitsWithoutAlarm } from "../numbers/unitAlarms.ts";
import { lossOfProjects } from "../numbers/vacancyLosses.ts";
import { listActive } from "../projects/projects.ts";
import {
  givenTo,
  openWork,
  planOf,
  unitPlanFields,
  unitReader,
  type UnitReader,
  vGivenTo,
} from "../projects/unitTurns.ts";

/** The maximum number of units that the dashboard lists. */
const maxUnitsAtRisk = 8;

/**
 * The maximum number of units that wait for the job of the day: after midnight all whose date has passed, after a
 * change of the time zone all units.
 */
const maxWaiting = 25_000;
/** The maximum size of the late units that are read, and of those at risk. */
const maxAlarmedBytes = 3 * 2 ** 20;
/** The maximum size of the active projects and of the units that wait, and of the tasks that are counted. */
const maxBytes = 8 * 2 ** 20;
const maxTaskBytes = 2 ** 20;

const nullableNumber = v.union(v.number(), v.null());

export const vRiskAnalytics = v.object({
  unitsAtRisk: v.array(
    v.object({
      unitId: v.id("units"),
      unitName: v.string(),
      projectId: v.id("projects"),
      projectName: v.string(),
      risk: literals("late", "at_risk"),
      date: v.string(),
      daysVacant: nullableNumber,
      daysToReadyBy: nullableNumber,
      daysToMoveIn: nullableNumber,
      openHours: v.number(),
      blockedTasks: v.number(),
      overdueTasks: v.number(),
      waitingFor: unitPlanFields.waitingFor,
      givenTo: vGivenTo,
    }),
  ),
  vacancyLossThisMonth: nullableNumber,
});

/**
 * The units of active projects that are late or at risk, and, for callers who may see money, the cost of vacancy this
 * month. It reads the most urgent unit of each project, the listed units, and the units that wait for the job of the
 * day, as many as a query may read; the other units cost nothing.
 */
export async function riskAnalytics(ctx: QueryCtx, money: boolean) {
  const reader = await unitReader(ctx, money);
  const room = new ListRoom(maxBytes);
  const projects = await listActive(ctx, room);
  const bounds = { limit: maxWaiting, room };
  const waiting = [
    ...(await unitsWithoutAlarm(ctx, reader.today, bounds)),
    ...(await unitsJustAlarmed(ctx, reader.today, bounds)),
  ];
  const among = { projects, reader, waiting: await toPlaced(ctx, waiting, { projects, reader }) };
  const late = await mostUrgent(ctx, "late", { ...among, limit: maxUnitsAtRisk });
  const limit = maxUnitsAtRisk - late.length;
  const atRisk = limit === 0 ? [] : await mostUrgent(ctx, "at_risk", { ...among, limit });
  return {
    unitsAtRisk: await Promise.all(
      [...late, ...atRisk].map(async (unit) => await toUnitAtRisk(ctx, unit, reader)),
    ),
    vacancyLossThisMonth: money ? toMoney(await lossOfProjects(ctx, projects, reader.today)) : null,
  };
}

type Kind = "late" | "at_risk";
type Project = Doc<"projects">;

/** A unit with its sort keys. */
type Placed = { unit: Doc<"units">; project: Project; kind: Kind; date: number };

type Selection = {
  projects: readonly Project[];
  reader: UnitReader;
  /** Units that the job of the day has not reached yet. */
  waiting: readonly Placed[];
  limit: number;
};

/**
 * The most urgent units of a kind over all projects. It reads more than one unit only of projects whose first unit is
 * among the most urgent ones, because no other project can have a listed unit.
 */
async function mostUrgent(ctx: QueryCtx, kind: Kind, { projects, limit, ...among }: Selection) {
  const { today } = among.reader;
  const room = new ListRoom(maxAlarmedBytes);
  const firstOf = async (project: Project, count: number) =>
    (await alarmedUnits(ctx, project._id, { kind, today, limit: count, room })).flatMap((unit) =>
      placed(unit, project, kind),
    );
  const heads = (await Promise.all(projects.map((project) => firstOf(project, 1)))).flat();
  const leading = heads.sort(compare).slice(0, limit);
  const found = await Promise.all(leading.map(({ project }) => firstOf(project, limit)));
  const waiting = among.waiting.filter((unit) => unit.kind === kind);
  return [...found.flat(), ...waiting].sort(compare).slice(0, limit);
}

function placed(unit: Doc<"units">, project: Project, kind: Kind): Placed[] {
  const date = promisedMoment(unit);
  return date === null ? [] : [{ unit, project, kind, date }];
}

/** The given units that are late or at risk and belong to one of the given projects. */
async function toPlaced(
  ctx: QueryCtx,
  units: readonly Doc<"units">[],
  { projects, reader }: Pick<Selection, "projects" | "reader">,
): Promise<Placed[]> {
  const projectById = new Map(projects.map((project) => [project._id, project]));
  const promised = units.filter((unit) => promisedMoment(unit) !== null);
  const among = promised.filter(({ projectId }) => projectById.has(projectId));
  const works = await openWorkOfAll(ctx, among, new ListRoom(maxTaskBytes));
  return works.flatMap(({ unit, work }) => {
    const project = projectById.get(unit.projectId);
    const { risk } = planOf(unit, work, reader).turn;
    if (project === undefined || (risk !== "late" && risk !== "at_risk")) return [];
    return placed(unit, project, risk);
  });
}

async function toUnitAtRisk(
  ctx: QueryCtx,
  { unit, project, kind, date }: Placed,
  reader: UnitReader,
) {
  const work = await openWork(ctx, unit);
  const { turn, overdueTasks, waitingFor } = planOf(unit, work, reader);
  const { daysVacant, daysToReadyBy, daysToMoveIn, openHours, blockedTasks } = turn;
  return {
    unitId: unit._id,
    unitName: unit.name,
    projectId: project._id,
    projectName: project.name,
    risk: kind,
    date: toIso(date),
    ...{ daysVacant, daysToReadyBy, daysToMoveIn, openHours },
    ...{ blockedTasks, overdueTasks, waitingFor },
    givenTo: await givenTo(ctx, work, reader.names),
  };
}

/** Compares by date, then by name: the order of the index. */
function compare(a: Placed, b: Placed): number {
  const [one, other] = [sortableName(a.unit.name), sortableName(b.unit.name)];
  return (
    a.date - b.date ||
    (one < other ? -1 : Number(one > other)) ||
    a.unit._creationTime - b.unit._creationTime
  );
}
