import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import type { ErrorCode } from "../../lib/errors.ts";
import type { TrashKind } from "../../../convex/rules/labels.ts";

export type TrashItem = FunctionReturnType<typeof api.trash.list>["page"][number];

/** The labels of the kinds of records in the trash. */
export const kindWords: Readonly<Record<TrashKind, string>> = {
  project: "Project",
  unit: "Unit",
  task: "Task",
  photo: "Photo",
  note: "Note",
  time_entry: "Time entry",
};

/** The reason why an action on an item was refused, for the codes that mean something special in the trash. */
export function refusalWords(code: ErrorCode | null): string | undefined {
  if (code === "conflict") return "Its unit or project is in the trash too. Restore that first.";
  if (code === "not_found")
    return "It is not in the trash any more: somebody restored or removed it.";
  return undefined;
}

/** The place that a record was deleted from; "" for a project. */
export function placeWords({ projectName, unitName }: TrashItem): string {
  return [projectName, unitName].filter((name) => name !== null).join(" · ");
}

/** The things that are removed together with a record; "" when there are none. */
export function companions(kind: TrashKind): string {
  switch (kind) {
    case "project":
      return " with its units, tasks, photos, notes and time entries, and what was deleted from it before";
    case "unit":
      return " with its tasks, photos, notes and time entries, and what was deleted from it before";
    case "photo":
      return " with its file";
    default:
      return "";
  }
}
