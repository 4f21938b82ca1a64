import type { BoardRow, BoardTask } from "../../../src/features/board/contents/board-types.ts";
import { unitOf } from "../support/records.ts";

type Loose<T> = { [K in keyof T]?: T[K] extends string | null ? string | null : T[K] };

/** A task of a board that is not started, with the given fields. */
function boardTaskOf(fields: Loose<BoardTask>): BoardTask {
  const baseStatus = fields.baseStatus ?? "not_started";
  return {
    ...{ id: `task ${fields.name ?? ""}`, name: "Paint walls", category: "Paint" },
    ...{ status: baseStatus, baseStatus, dueDate: null, blockedReason: null, blockedNote: null },
    ...{ assignedToId: null, crewMemberId: null },
    ...fields,
  } as BoardTask;
}

type UnitFields = Omit<Parameters<typeof unitOf>[0], "turn"> & {
  turn?: Partial<BoardRow["unit"]["turn"]>;
};

/** A row of a unit that is on track, with the given fields and tasks, counted as the server counts them. */
export function boardRowOf(fields: UnitFields, tasks: Loose<BoardTask>[] = []): BoardRow {
  const own = tasks.map((task) =>
    boardTaskOf({ id: `${fields.name ?? ""} ${task.name ?? ""}`, ...task }),
  );
  const { turn, ...others } = fields;
  const unit = unitOf({ id: `unit ${fields.name ?? ""}`, ...others });
  const count = (status: string) => own.filter((task) => task.baseStatus === status).length;
  return {
    unit: {
      ...unit,
      ...{ totalTasks: own.length, completedTasks: count("completed") },
      ...{ inProgressTasks: count("in_progress"), notStartedTasks: count("not_started") },
      waitingFor: own.find(({ blockedReason }) => blockedReason !== null)?.blockedReason ?? null,
      turn: {
        ...{ daysVacant: null, turnDays: null, daysToReadyBy: null, daysToMoveIn: null },
        ...{
          openHours: 0,
          risk: "on_track",
          blockedTasks: 0,
          monthlyRent: null,
          vacancyLoss: null,
        },
        ...turn,
      },
    },
    tasks: own,
  };
}
