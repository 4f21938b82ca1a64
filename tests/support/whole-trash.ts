import { expect } from "vitest";
import type { TableNames } from "../../convex/_generated/dataModel.js";
import { type Engine, storedRowsOf } from "./workspace.ts";

const markedTables = [
  ...(["projects", "units", "tasks", "photos", "unitNotes", "timeEntries", "blocks"] as const),
] satisfies TableNames[];

/** Checks that every row that is marked as deleted has its trash item, and every item its record. */
export async function expectWholeTrash(t: Engine): Promise<void> {
  const items = await storedRowsOf(t, "trash");
  const ids = new Set<string>(items.map(({ _id }) => _id));
  const marked = new Set<string>();
  for (const table of markedTables)
    for (const row of await storedRowsOf(t, table)) {
      if (row.trashId === undefined) continue;
      expect(ids.has(row.trashId), `the item of a row of ${table}`).toBe(true);
      marked.add(row._id);
    }
  for (const { recordId } of items) expect(marked.has(recordId)).toBe(true);
}
