import { toast } from "../../../components/ui/toast.ts";
import type { EntryFields } from "../../../lib/optimistic/time-entries.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import type { TimeEntry } from "../week/timesheet.ts";

/** Records, changes and deletes time: seen at once here, taken back when the server refuses. Without a line it waits. */
export const entryActions = {
  addEntry: async (fields: EntryFields) => {
    await tell(await outbox.do("time.add", fields), "Time entry created successfully");
  },
  updateEntry: async (entry: TimeEntry, fields: Partial<EntryFields>) => {
    await tell(await outbox.do("time.edit", { entry, fields }), "Time entry updated successfully");
  },
  /** The notice of the deletion offers to take it back by `undo`. */
  deleteEntry: async (entry: TimeEntry, undo: () => void) => {
    await tell(await outbox.do("time.delete", { entry }), "Time entry deleted successfully", undo);
  },
};

async function tell(id: string, title: string, undo?: () => void): Promise<void> {
  if ((await outbox.answered(id)) === "confirmed") toast({ title, undo });
}
