import { toast } from "../../../components/ui/toast.ts";
import type { EntryFields } from "../../../lib/optimistic/time-entries.ts";
import type { ToastOptions } from "../../../lib/toast-store.ts";
import { outbox } from "../../../lib/outbox/outbox.ts";
import type { TimeEntry } from "../week/timesheet.ts";

/**
 * Functions that record, change and delete time. A change appears here at once; a refused one is undone while the form
 * still has its values. Without a connection the change waits.
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
  /** Deletes an entry; the toast offers `undo`. */
  deleteEntry: async (entry: TimeEntry, undo: () => void) => {
    const id = await outbox.do("time.delete", { entry });
    await tell(id, { title: "Time entry deleted successfully", undo });
  },
};

async function tell(id: string, notice: ToastOptions, isHeld?: () => boolean): Promise<void> {
  if ((await outbox.answered(id, { ...(isHeld && { isHeld }) })) === "confirmed") toast(notice);
}
