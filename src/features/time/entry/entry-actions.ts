import { toast } from "../../../components/ui/toast.ts";
import type { EntryFields } from "../../../lib/optimistic/time-entries.ts";
import type { ToastOptions } from "../../../lib/toast-store.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import type { TimeEntry } from "../week/timesheet.ts";

/**
 * Records, changes and deletes time: seen at once here, taken back when the server refuses and the form still holds it. Without a
 * line it waits.
 */
export const entryActions = {
  addEntry: async (fields: EntryFields, from: string, isHeld: () => boolean) => {
    const id = await outbox.do("time.add", fields, { from });
    await tell(id, { title: "Time entry created successfully" }, isHeld);
  },
  updateEntry: async (entry: TimeEntry, fields: Partial<EntryFields>, isHeld: () => boolean) => {
    const id = await outbox.do("time.edit", { entry, fields });
    await tell(id, { title: "Time entry updated successfully" }, isHeld);
  },
  /** The notice of the deletion offers to take it back by `undo`. */
  deleteEntry: async (entry: TimeEntry, undo: () => void) => {
    const id = await outbox.do("time.delete", { entry });
    await tell(id, { title: "Time entry deleted successfully", undo });
  },
};

async function tell(id: string, notice: ToastOptions, isHeld?: () => boolean): Promise<void> {
  if ((await outbox.answered(id, { ...(isHeld && { isHeld }) })) === "confirmed") toast(notice);
}
