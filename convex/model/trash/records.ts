import type { Doc, Id, TableNames } from "../../_generated/dataModel.js";
import type { QueryCtx } from "../context/context.ts";
import { withTrash } from "../context/trashMarks.ts";
import type { EventKind } from "../history/events.ts";

/** The record of a trash item, with its kind. */
export type Trashed =
  | { kind: "project"; row: Doc<"projects"> }
  | { kind: "unit"; row: Doc<"units"> }
  | { kind: "task"; row: Doc<"tasks"> }
  | { kind: "photo"; row: Doc<"photos"> }
  | { kind: "note"; row: Doc<"unitNotes"> }
  | { kind: "time_entry"; row: Doc<"timeEntries"> };

const tableByKind = {
  project: "projects",
  unit: "units",
  task: "tasks",
  photo: "photos",
  note: "unitNotes",
  time_entry: "timeEntries",
} as const;

/** The record of a trash item; null when it has been removed for good, for example with its unit or project. */
export async function trashedRecord(
  ctx: QueryCtx,
  { kind, recordId }: Doc<"trash">,
): Promise<Trashed | null> {
  const row = await readRow(withTrash(ctx), tableByKind[kind], recordId);
  return row === null ? null : ({ kind, row } as Trashed);
}

async function readRow<Table extends TableNames>({ db }: QueryCtx, table: Table, sent: string) {
  const id = db.normalizeId(table, sent);
  return id && (await db.get(table, id));
}

type Act = "restored" | "removedForGood";

/** The fields of the event of an act on a trash item: the kind, the record, and its project and unit. */
export function eventOf({ kind, row }: Trashed, act: Act) {
  switch (kind) {
    case "project":
      return event(`project.${act}`, { projectId: row._id, label: row.name });
    case "unit":
      return event(`unit.${act}`, { ...placeOf(row), unitId: row._id, label: row.name });
    case "task":
      return event(`task.${act}`, { ...placeOf(row), taskId: row._id, label: row.name });
    case "photo":
      return event(`photo.${act}`, { ...placeOf(row), photoId: row._id, label: row.type });
    case "note":
      return event(`note.${act}`, { unitId: row.unitId, noteId: row._id });
    case "time_entry":
      return event(`time.${act}`, { ...placeOf(row), timeEntryId: row._id });
  }
}

function event<Fields extends object>(kind: EventKind, fields: Fields) {
  return { kind, ...fields };
}

function placeOf(row: { projectId: Id<"projects">; unitId?: Id<"units"> }) {
  const { projectId, unitId } = row;
  return { projectId, ...(unitId !== undefined && { unitId }) };
}
