import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { hoursText, paidHours } from "../../../convex/rules/inputs/timeEntries.ts";
import type { FunctionReturnType } from "convex/server";

/** A time entry as the query returns it to every reader. */
export type TimeEntry = FunctionReturnType<typeof api.timeEntries.list>[number];

/** The fields of an entry as the form sends them. */
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

/** Shows a new entry at once in every loaded week that it belongs to, unless the server's list already has it. */
export function applyNewEntry(
  store: OptimisticLocalStore,
  fields: EntryFields,
  made: { id: string; at: number; by: string; known: string | undefined },
): void {
  if (findEntry(store, made.known) === undefined) place(store, newEntry(fields, made));
}

/** A new entry as its author sees it before the server has answered. */
export function newEntry(
  fields: EntryFields,
  { id, at: ms, by }: { id: string; at: number; by: string },
): TimeEntry {
  const at = new Date(ms).toISOString();
  return filled({ id, createdBy: by, createdAt: at, updatedAt: at, ...fields });
}

/** Shows a changed entry at once, in the weeks to which it then belongs. */
export function applyEntryUpdate(
  store: OptimisticLocalStore,
  { entry: seen, fields }: { entry: TimeEntry; fields: Partial<EntryFields> },
  at: number,
): void {
  // Another person may have changed other fields of the entry meanwhile.
  const entry = findEntry(store, seen.id) ?? seen;
  applyEntryDeletion(store, { timeEntryId: entry.id });
  place(store, filled({ ...entry, ...fields, updatedAt: new Date(at).toISOString() }));
}

function findEntry(store: OptimisticLocalStore, id: string | undefined): TimeEntry | undefined {
  const lists = store.getAllQueries(api.timeEntries.list).map(({ value }) => value ?? []);
  return lists.flat().find((entry) => entry.id === id);
}

/** Removes a deleted entry at once. */
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

/** The entry as the server will return it. */
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
