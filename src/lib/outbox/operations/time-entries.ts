import type { FunctionArgs } from "convex/server";
import { api } from "../../../../convex/_generated/api.js";
import { formatDate } from "../../format.ts";
import {
  applyEntryDeletion,
  applyEntryUpdate,
  applyNewEntry,
  newEntry,
  type EntryFields,
  type TimeEntry,
} from "../../optimistic/time-entries.ts";
import { type Description, pendingId } from "../operation.ts";
import { actOf } from "./act.ts";

interface ChangedEntry {
  /** The entry as the author saw it. */
  entry: TimeEntry;
  fields: Partial<EntryFields>;
}

/** A new time entry. */
export const timeAdd: Description<EntryFields, { id: string }> = {
  version: 1,
  recordOf: (_, id) => pendingId(id),
  textOf: ({ date, description }) => `${timeOn(date, description)}: Added`,
  addressOf: ({ projectId }) => timesheetOf(projectId),
  show: (store, { id, args, madeAt }, { person, created }) =>
    applyNewEntry(store, args, {
      ...{ id: pendingId(id), at: madeAt, by: person.id, known: created },
    }),
  send: (operation, { mutation }) =>
    mutation(api.timeEntries.create, { ...operation.args, ...actOf(operation) }),
  createdBy: ({ id }) => id,
  changeTo: (args, { record, seen, by }) => ({
    kind: "time.edit",
    args: {
      entry: newEntry(seen, { id: record, at: Date.now(), by }),
      fields: Object.fromEntries(
        Object.entries(args).filter(([field, value]) => value !== seen[field as keyof EntryFields]),
      ),
    },
  }),
  typedIn: ({ description }) => description,
};

/** The change of a time entry. */
export const timeEdit: Description<ChangedEntry> = {
  version: 1,
  recordOf: ({ entry }) => entry.id,
  textOf: ({ entry, fields }) =>
    `${timeOn(fields.date ?? entry.date, fields.description ?? entry.description)}: Changed`,
  addressOf: ({ entry }) => timesheetOf(entry.projectId),
  show: (store, { args, madeAt }) => applyEntryUpdate(store, args, madeAt),
  send: ({ args: { entry, fields }, ...operation }, { mutation }) =>
    mutation(api.timeEntries.update, { timeEntryId: entry.id, ...fields, ...actOf(operation) }),
  withRecord: ({ entry, fields }, id) => ({
    entry: { ...entry, id: id as typeof entry.id },
    fields,
  }),
  // Two changes stay apart: each has the time at which it was made, which decides against those of others.
  foldInto: ({ kind, args }, { fields }) =>
    kind === "time.add" ? { ...(args as EntryFields), ...fields } : null,
  typedIn: ({ fields }) => fields.description ?? "",
};

/** The removal of a time entry. */
export const timeDelete: Description<{ entry: TimeEntry }> = {
  version: 1,
  recordOf: ({ entry }) => entry.id,
  textOf: ({ entry }) => `${timeOn(entry.date, entry.description)}: Deleted`,
  addressOf: ({ entry }) => timesheetOf(entry.projectId),
  show: (store, { args }) => applyEntryDeletion(store, { timeEntryId: args.entry.id }),
  send: ({ args, ...operation }, { mutation }) => {
    const sent: FunctionArgs<typeof api.timeEntries.remove> = { timeEntryId: args.entry.id };
    return mutation(api.timeEntries.remove, { ...sent, ...actOf(operation) });
  },
  withRecord: ({ entry }, id) => ({ entry: { ...entry, id: id as typeof entry.id } }),
  foldInto: ({ kind }) => (kind === "time.add" ? "nothing" : null),
};

function timesheetOf(projectId: string): string {
  return `/projects/${projectId}/time-tracking`;
}

function timeOn(date: string, description: string | null): string {
  const text = description?.trim() ?? "";
  return `Time on ${formatDate(date)}${text === "" ? "" : ` (${text})`}`;
}
