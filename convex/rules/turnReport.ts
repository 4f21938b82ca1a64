import type { Risk, UnitStatus } from "./labels.ts";
import { comparePlaces, type ReportBlock, type UnitOfReport } from "./reports.ts";

type Turn = {
  daysVacant: number | null;
  turnDays: number | null;
  daysToReadyBy: number | null;
  daysToMoveIn: number | null;
  risk: Risk;
  blockedTasks: number;
  monthlyRent: number | null;
  vacancyLoss: number | null;
};

/** A unit on one page of the report; a unit with very many time entries has parts on several pages. */
export type TurnPart = UnitOfReport & {
  status: UnitStatus;
  moveOutDate: string | null;
  readyByDate: string | null;
  moveInDate: string | null;
  turn: Turn & { openHours: number };
  /** The blocks of the unit and its open tasks: one for each reason with the time of its oldest block, oldest first. */
  blocks: ReportBlock[];
  totalTasks: number;
  completedTasks: number;
  estimatedHours: number;
  actualHours: number;
};

/** A unit in the turn status report. The cost is null until costs are recorded. */
export type TurnStatusRow = Turn & Omit<TurnPart, "place" | "turn"> & { cost: number | null };

/** The turn status report of these parts, in the order of `comparePlaces`. */
export function toTurnStatus(parts: readonly TurnPart[]): TurnStatusRow[] {
  const partById = new Map<string, TurnPart>();
  for (const part of parts) {
    const { estimatedHours = 0, actualHours = 0 } = partById.get(part.unitId) ?? {};
    partById.set(part.unitId, {
      ...part,
      estimatedHours: part.estimatedHours + estimatedHours,
      actualHours: part.actualHours + actualHours,
    });
  }
  const inOrder = [...partById.values()].sort((a, b) => comparePlaces(a.place, b.place));
  return inOrder.map(({ turn, ...part }) => ({
    unitId: part.unitId,
    unitNumber: part.unitNumber,
    projectId: part.projectId,
    projectName: part.projectName,
    status: part.status,
    moveOutDate: part.moveOutDate,
    readyByDate: part.readyByDate,
    moveInDate: part.moveInDate,
    daysVacant: turn.daysVacant,
    turnDays: turn.turnDays,
    daysToReadyBy: turn.daysToReadyBy,
    daysToMoveIn: turn.daysToMoveIn,
    risk: turn.risk,
    totalTasks: part.totalTasks,
    completedTasks: part.completedTasks,
    blockedTasks: turn.blockedTasks,
    blocks: part.blocks,
    estimatedHours: toHundredths(part.estimatedHours),
    actualHours: toHundredths(part.actualHours),
    monthlyRent: turn.monthlyRent,
    vacancyLoss: turn.vacancyLoss,
    cost: null,
  }));
}

function toHundredths(hours: number): number {
  return Math.round(hours * 100) / 100;
}
