import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import { hoursText, paidHours } from "../../../convex/rules/inputs/timeEntries.ts";
import type { FunctionReturnType } from "convex/server";

/** A time entry as every reader of times receives it. */
export type TimeEntry = FunctionReturnType<typeof api.timeEntries.list>[number];

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

/** Shows a new entry at once in every week that it belongs to, unless the server has it there. */
export function applyNewEntry(
  store: OptimisticLocalStore,
  fields: EntryFields,
  made: { id: string; at: number; by: string; known: string | undefined },
): void {
  if (findEntry(store, made.known) === undefined) place(store, newEntry(fields, made));
}

/** An entry as its maker sees it before the server has answered. */
export function newEntry(
  fields: EntryFields,
  { id, at: ms, by }: { id: string; at: number; by: string },
): TimeEntry {
  const at = new Date(ms).toISOString();
  return filled({ id, createdBy: by, createdAt: at, updatedAt: at, ...fields });
}

/** Shows a changed entry at once, where it belongs then. */
export function applyEntryUpdate(
  store: OptimisticLocalStore,
  { entry: seen, fields }: { entry: TimeEntry; fields: Partial<EntryFields> },
  at: number,
): void {
  // Somebody else may have changed other fields of it since.
  const entry = findEntry(store, seen.id) ?? seen;
  applyEntryDeletion(store, { timeEntryId: entry.id });
  place(store, filled({ ...entry, ...fields, updatedAt: new Date(at).toISOString() }));
}

function findEntry(store: OptimisticLocalStore, id: string | undefined): TimeEntry | undefined {
  const lists = store.getAllQueries(api.timeEntries.list).map(({ value }) => value ?? []);
  return lists.flat().find((entry) => entry.id === id);
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

/** The entry as the server will answer it. */
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
