import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { hoursText, paidHours } from "../../../convex/rules/inputs/timeEntries.ts";
import type { TimeEntry } from "./timesheet.ts";

const pendingPrefix = "pending:";

/** The facts that the form knows about an entry, as it is sent. */
export type EntryFields = {
  projectId: string;
  teamMemberId: string | null;
  userId: string;
  unitId: string | null;
  startTime: string;
  endTime: string | null;
  description: string;
  date: string;
};

/** True while an entry is shown before the server has it, so that it cannot be opened yet. */
export function isPending({ id }: Pick<TimeEntry, "id">): boolean {
  return id.startsWith(pendingPrefix);
}

/** Shows a new entry at once in every week that it belongs to. */
export function applyNewEntry(
  store: OptimisticLocalStore,
  { fields, key }: { fields: EntryFields; key: string },
): void {
  const now = new Date().toISOString();
  const made = { createdBy: fields.userId, createdAt: now, updatedAt: now };
  const entry = { id: `${pendingPrefix}${key}`, ...made };
  place(store, filled({ ...entry, ...fields }));
}

/** Shows a changed entry at once, where it belongs then. */
export function applyEntryUpdate(
  store: OptimisticLocalStore,
  { entry, fields }: { entry: TimeEntry; fields: Partial<EntryFields> },
): void {
  applyEntryDeletion(store, { timeEntryId: entry.id });
  place(store, filled({ ...entry, ...fields, updatedAt: new Date().toISOString() }));
}

/** Takes a deleted entry out at once. */
export function applyEntryDeletion(
  store: OptimisticLocalStore,
  { timeEntryId }: { timeEntryId: string },
): void {
  for (const { args, value: entries } of store.getAllQueries(api.timeEntries.list)) {
    if (!entries?.some(({ id }) => id === timeEntryId)) continue;
    const left = entries.filter(({ id }) => id !== timeEntryId);
    store.setQuery(api.timeEntries.list, args, left);
  }
}

type Unfilled = Omit<EntryFields, "description"> & {
  id: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  description: string | null;
};

/** As the server will answer. */
function filled({ date, description, ...entry }: Unfilled): TimeEntry {
  const { startTime, endTime } = entry;
  const text = description?.trim() ?? "";
  return {
    ...entry,
    date: date.length === 10 ? `${date}T12:00:00.000Z` : date,
    description: text === "" ? null : text,
    totalHours:
      endTime === null ? null : hoursText(paidHours(Date.parse(startTime), Date.parse(endTime))),
  } as TimeEntry;
}

function place(store: OptimisticLocalStore, entry: TimeEntry): void {
  for (const { args, value: entries } of store.getAllQueries(api.timeEntries.list)) {
    if (!entries || args.projectId !== entry.projectId) continue;
    const isBefore = args.from != null && entry.date < args.from;
    const isAfter = args.to != null && entry.date > args.to;
    if (!isBefore && !isAfter) store.setQuery(api.timeEntries.list, args, [...entries, entry]);
  }
}
