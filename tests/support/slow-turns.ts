import type { Doc } from "../../convex/_generated/dataModel.js";
import { compareNames } from "../../convex/rules/urgency.ts";
import { type Engine, rowsOf } from "./workspace.ts";

type Unit = Doc<"units">;
type Task = Doc<"tasks">;
type Clock = { today: string; timeZone: string };

/** Computes the answers about turns from the records, day by day, in the most obvious way. Days are texts. */
export async function slowTurns(t: Engine, timeZone: string) {
  const clock = { today: dateIn(timeZone, Date.now()), timeZone };
  const tasks = await rowsOf(t, "tasks");
  const entries = await rowsOf(t, "timeEntries");
  const projects = (await rowsOf(t, "projects")).toReversed();
  const units = (await rowsOf(t, "units")).map((unit) => {
    const own = tasks.filter(({ unitId }) => unitId === unit._id);
    const hours = entries.filter(({ unitId }) => unitId === unit._id);
    return { unit, tasks: own, hours: sum(hours.map(({ totalHours = 0 }) => totalHours)) };
  });
  const turns = Object.fromEntries(
    units.map(({ unit, tasks }) => [unit._id, turnOf(unit, tasks, clock)]),
  );
  return {
    turns,
    risk: riskOfAll(units, { projects, turns, clock }),
    alarms: Object.fromEntries(
      projects.map(({ _id }) => [
        _id,
        alarmsOf(
          units.filter(({ unit }) => unit.projectId === _id),
          { turns, clock },
        ),
      ]),
    ),
    report: projects.flatMap((project) =>
      units
        .filter(({ unit }) => unit.projectId === project._id)
        .map(({ unit, tasks, hours }) => ({
          unitId: unit._id,
          ...{ unitNumber: unit.name, projectId: project._id, projectName: project.name },
          status: unit.status,
          ...datesOf(unit),
          ...without(turns[unit._id]!, "openHours"),
          blocks: blocksOf(unit, tasks),
          totalTasks: tasks.length,
          completedTasks: tasks.filter(isDone).length,
          estimatedHours: sum(tasks.map(({ estimatedHours = 0 }) => estimatedHours)),
          actualHours: Math.round(hours * 100) / 100,
          cost: null,
        })),
    ),
  };
}

/** Returns each reason for which the unit or an open task is blocked, with its first time, the oldest first. */
function blocksOf(unit: Unit, tasks: readonly Task[]) {
  const waiting = [unit, ...tasks.filter((task) => !isDone(task))].flatMap((record) =>
    record.blockedReason === undefined
      ? []
      : [{ reason: record.blockedReason, since: record.blockedAt ?? 0 }],
  );
  return waiting
    .filter(
      ({ reason, since }) =>
        since ===
        Math.min(...waiting.filter((other) => other.reason === reason).map((o) => o.since)),
    )
    .filter((block, at, all) => all.findIndex(({ reason }) => reason === block.reason) === at)
    .sort((a, b) => a.since - b.since || (a.reason < b.reason ? -1 : 1))
    .map(({ reason, since }) => ({ reason, since: new Date(since).toISOString() }));
}

function turnOf(unit: Unit, tasks: readonly Task[], { today, timeZone }: Clock) {
  const { moveOutDate, readyByDate, moveInDate } = datesAsDays(unit);
  const open = tasks.filter((task) => !isDone(task));
  const start = moveOutDate ?? dayOf(unit.startDate, timeZone);
  const done = unit.status === "completed" ? dayOf(unit.completionDate, timeZone) : null;
  const vacant = vacantDates(unit, today);
  const openHours = sum(open.map(({ estimatedHours = 0 }) => estimatedHours));
  const promised = [readyByDate, moveInDate].filter((date) => date !== null).sort()[0];
  const isHeld = open.some(
    (task) =>
      task.blockedReason !== undefined ||
      (task.dueDate !== undefined && dateIn(timeZone, task.dueDate) < today),
  );
  const workdays =
    promised === undefined ? [] : datesFrom(today, after(promised)).filter(isWorkday);
  const risk = () => {
    if (unit.status === "completed") return "done";
    if (promised === undefined) return "no_date";
    if (promised < today) return "late";
    if (isHeld || unit.blockedReason !== undefined) return "at_risk";
    return openHours > 8 * workdays.length ? "at_risk" : "on_track";
  };
  return {
    daysVacant: vacant?.length ?? null,
    turnDays: start === null ? null : datesFrom(start, done ?? today).length,
    daysToReadyBy: readyByDate === null ? null : daysBetween(today, readyByDate),
    daysToMoveIn: moveInDate === null ? null : daysBetween(today, moveInDate),
    openHours,
    risk: risk(),
    blockedTasks: open.filter(({ blockedReason }) => blockedReason !== undefined).length,
    monthlyRent: unit.monthlyRent === undefined ? null : unit.monthlyRent / 100,
    vacancyLoss:
      vacant === null || unit.monthlyRent === undefined
        ? null
        : roundHalfUp(unit.monthlyRent * vacant.length, 30) / 100,
  };
}

function riskOfAll(
  units: readonly { unit: Unit }[],
  {
    projects,
    turns,
    clock: { today },
  }: {
    projects: readonly Doc<"projects">[];
    turns: Record<string, ReturnType<typeof turnOf>>;
    clock: Clock;
  },
) {
  const active = projects.filter(({ status }) => status === "active");
  const shown = units.flatMap(({ unit }) => {
    const project = active.find(({ _id }) => _id === unit.projectId);
    return project === undefined ? [] : [{ unit, project, turn: turns[unit._id]! }];
  });
  const cents = shown.map(({ unit }) => {
    const inMonth = (vacantDates(unit, today) ?? []).filter(
      (date) => date.slice(0, 7) === today.slice(0, 7),
    );
    return roundHalfUp((unit.monthlyRent ?? 0) * inMonth.length, 30);
  });
  const dateOf = (unit: Unit) => {
    const { readyByDate, moveInDate } = datesOf(unit);
    return [readyByDate, moveInDate].filter((date) => date !== null).sort()[0] ?? "";
  };
  const named = (wanted: "late" | "at_risk") =>
    shown
      .filter(({ turn }) => turn.risk === wanted)
      .sort(
        (a, b) =>
          Date.parse(dateOf(a.unit)) - Date.parse(dateOf(b.unit)) ||
          compareNames(a.unit.name, b.unit.name),
      )
      .map(({ unit, project, turn }) => ({
        ...{ unitId: unit._id, unitName: unit.name },
        ...{ projectId: project._id, projectName: project.name },
        ...{ risk: wanted, date: dateOf(unit), daysVacant: turn.daysVacant },
        ...{ daysToReadyBy: turn.daysToReadyBy, daysToMoveIn: turn.daysToMoveIn },
        blockedTasks: turn.blockedTasks,
      }));
  return {
    unitsAtRisk: [...named("late"), ...named("at_risk")].slice(0, 8),
    vacancyLossThisMonth: sum(cents) / 100,
  };
}

function alarmsOf(
  units: readonly { unit: Unit; tasks: readonly Task[] }[],
  { turns, clock }: { turns: Record<string, ReturnType<typeof turnOf>>; clock: Clock },
) {
  const count = (risk: string) => units.filter(({ unit }) => turns[unit._id]!.risk === risk).length;
  const due = units
    .flatMap(({ tasks }) => tasks.filter((task) => !isDone(task)))
    .flatMap(({ dueDate }) => dueDate ?? [])
    .sort((a, b) => a - b);
  const isOverdue = (moment: number) => dateIn(clock.timeZone, moment) < clock.today;
  const next = due.find((moment) => !isOverdue(moment));
  return {
    unitsLate: count("late"),
    unitsAtRisk: count("at_risk"),
    overdueTasks: due.filter(isOverdue).length,
    nextDueDate: next === undefined ? null : new Date(next).toISOString(),
  };
}

/** The dates on which a unit stood empty before today. */
function vacantDates(unit: Unit, today: string): string[] | null {
  const { moveOutDate, moveInDate } = datesAsDays(unit);
  if (moveOutDate === null) return null;
  return datesFrom(moveOutDate, today).filter((date) => moveInDate === null || date < moveInDate);
}

function datesOf({ moveOutDate, readyByDate, moveInDate }: Unit) {
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    moveOutDate: iso(moveOutDate),
    readyByDate: iso(readyByDate),
    moveInDate: iso(moveInDate),
  };
}

function datesAsDays(unit: Unit) {
  const { moveOutDate, readyByDate, moveInDate } = datesOf(unit);
  const day = (iso: string | null) => iso?.slice(0, 10) ?? null;
  return {
    moveOutDate: day(moveOutDate),
    readyByDate: day(readyByDate),
    moveInDate: day(moveInDate),
  };
}

/** A picked day is stored as noon UTC; any other time is converted to the company's time zone. */
function dayOf(moment: number | undefined, timeZone: string): string | null {
  if (moment === undefined) return null;
  const iso = new Date(moment).toISOString();
  return iso.endsWith("T12:00:00.000Z") ? iso.slice(0, 10) : dateIn(timeZone, moment);
}

function dateIn(timeZone: string, moment: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(moment);
}

/** The dates from the first on, before the end. */
function datesFrom(first: string, end: string): string[] {
  const dates: string[] = [];
  for (let date = first; date < end; date = after(date)) dates.push(date);
  return dates;
}

function daysBetween(from: string, to: string): number {
  return to < from ? -datesFrom(to, from).length || 0 : datesFrom(from, to).length;
}

function after(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

function isWorkday(date: string): boolean {
  return ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
}

function isDone({ status }: Task): boolean {
  return status === "completed";
}

/** Divides and rounds with whole numbers only. */
function roundHalfUp(amount: number, parts: number): number {
  const rest = amount % parts;
  return (amount - rest) / parts + (2 * rest >= parts ? 1 : 0);
}

function sum(numbers: readonly number[]): number {
  return Math.round(numbers.reduce((total, one) => total + one, 0) * 100) / 100;
}

function without<Row extends object, Name extends keyof Row>(row: Row, name: Name) {
  const { [name]: _, ...rest } = row;
  return rest;
}
