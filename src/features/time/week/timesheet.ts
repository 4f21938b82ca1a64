import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import { roleLabel } from "../../../../convex/rules/labels.ts";
import { isProjectManager } from "../../../../convex/rules/permissions.ts";
import type { Viewer } from "../../../hooks/people/use-viewer.ts";
import { compareTexts } from "../../../lib/compare-texts.ts";
import { dayOf, fullName } from "../../../lib/format.ts";
import type { Week } from "./week.ts";

/** A time entry as the query returns it. */
export type TimeEntry = FunctionReturnType<typeof api.timeEntries.list>[number];

export type TimePeople = FunctionReturnType<typeof api.timeEntries.people>;

export type TimeProject = FunctionReturnType<typeof api.projects.list>[number];

/** The owner of recorded time: a team member, or without one the user who recorded it. */
export type Owner = {
  /** The key of the owner in addresses and options. */
  key: string;
  teamMemberId: string | null;
  userId: string | null;
  name: string;
  /** The role or trade of the person in this project. */
  note: string;
  /** True when the viewer may record time for this person. */
  mayAdd: boolean;
};

export type TimesheetRow = Owner & {
  /** The entries of each day of the week, by start. */
  days: readonly (readonly TimeEntry[])[];
  hours: Hours;
};

/** Hours of a timesheet; undefined until the entries are known. */
export type Hours = number | undefined;

export type Timesheet = {
  week: Week;
  rows: readonly TimesheetRow[];
  dayHours: readonly Hours[];
  hours: Hours;
  entryCount: number;
  incompleteCount: number;
};

type Source = {
  week: Week;
  project: TimeProject | undefined;
  /** Undefined until they are known. */
  entries: readonly TimeEntry[] | undefined;
  people: TimePeople | undefined;
  viewer: Viewer;
};

/** The timesheet of a week: a row for each member of the team and each person with an entry, and the sums. */
export function buildTimesheet(source: Source): Timesheet {
  const { week, entries } = source;
  const sumOf = (some: readonly TimeEntry[]): Hours => entries && sumHours(some);
  const daysByKey = new Map<string, TimeEntry[][]>();
  const shown: TimeEntry[] = [];
  for (const entry of entries ?? []) {
    const column = week.indexOf(dayOf(entry.date));
    if (column === -1) continue;
    shown.push(entry);
    const key = ownerKey(entry);
    const days = daysByKey.get(key) ?? emptyWeek();
    days[column]?.push(entry);
    daysByKey.set(key, days);
  }
  const rows = owners(source, shown).map((owner) => {
    const days = daysByKey.get(owner.key) ?? emptyWeek();
    for (const day of days) day.sort((a, b) => compareTexts(a.startTime, b.startTime));
    return { ...owner, days, hours: sumOf(days.flat()) };
  });
  return {
    week,
    rows,
    dayHours: week.map((_, column) => sumOf(rows.flatMap(({ days }) => days[column] ?? []))),
    hours: sumOf(shown),
    entryCount: shown.length,
    incompleteCount: shown.filter(({ endTime }) => endTime === null).length,
  };
}

/**
 * The people for whom the viewer can record time: those of the timesheet, the viewer, and the person who is already
 * chosen.
 */
export function selectableOwners(
  rows: readonly Owner[],
  { viewer, chosen }: { viewer: Viewer; chosen: string | null },
): Owner[] {
  const self = ownerOfUser(viewer.id, fullName(viewer), viewer);
  const others = rows.filter(({ key }) => key !== self.key);
  return [...others.filter(({ key, mayAdd }) => mayAdd || key === chosen), self];
}

/** The key of an entry's owner, as addresses use it. */
export function ownerKey({
  teamMemberId,
  userId,
}: Pick<TimeEntry, "teamMemberId" | "userId">): string {
  return teamMemberId ?? `user:${userId}`;
}

/** The sum of the hours of finished entries, exact to 2 decimals. */
function sumHours(entries: readonly Pick<TimeEntry, "totalHours">[]): number {
  const hundredths = entries.reduce((sum, { totalHours }) => {
    return sum + Math.round(Number(totalHours ?? 0) * 100);
  }, 0);
  return hundredths / 100;
}

function owners({ project, people, viewer }: Source, shown: readonly TimeEntry[]): Owner[] {
  const ownerByKey = new Map<string, Owner>();
  const team = project?.teamMembers.map((member) => ({
    ...{ key: member.id, teamMemberId: member.id, userId: null, mayAdd: true },
    ...{ name: fullName(member), note: member.trade ?? roleLabel(member.role) },
  }));
  for (const owner of team ?? []) ownerByKey.set(owner.key, owner);
  for (const entry of shown) {
    const key = ownerKey(entry);
    if (!ownerByKey.has(key)) ownerByKey.set(key, ownerOffTeam(entry, people, viewer));
  }
  return [...ownerByKey.values()].sort((a, b) => compareTexts(a.name, b.name));
}

function ownerOffTeam(entry: TimeEntry, people: TimePeople | undefined, viewer: Viewer): Owner {
  const { teamMemberId, userId } = entry;
  if (teamMemberId === null) {
    const name = people?.users.find(({ id }) => id === userId)?.name;
    return ownerOfUser(userId, name ?? (userId === viewer.id ? fullName(viewer) : "…"), viewer);
  }
  const name = people?.members.find(({ id }) => id === teamMemberId)?.name ?? "…";
  const note = "Not on this project's team";
  return { key: teamMemberId, teamMemberId, userId: null, name, note, mayAdd: true };
}

function ownerOfUser(userId: string, name: string, viewer: Viewer): Owner {
  const isViewer = userId === viewer.id;
  return {
    ...{ key: `user:${userId}`, teamMemberId: null, userId, name },
    note: isViewer ? "You, not as a team member" : "Recorded without a team member",
    mayAdd: isViewer || isProjectManager(viewer.role),
  };
}

function emptyWeek(): TimeEntry[][] {
  return Array.from({ length: 7 }, () => []);
}
