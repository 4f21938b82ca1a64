import { useMutation } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { toast } from "../../components/ui/toast.ts";
import {
  applyEntryDeletion,
  applyEntryUpdate,
  applyNewEntry,
  type EntryFields,
} from "./optimistic-entries.ts";
import type { TimeEntry } from "./timesheet.ts";

/** Records, changes and deletes time: seen at once here, taken back when the server refuses. */
export function useEntryActions() {
  const create = useMutation(api.timeEntries.create);
  const update = useMutation(api.timeEntries.update);
  const remove = useMutation(api.timeEntries.remove);

  return useMemo(
    () => ({
      addEntry: async (fields: EntryFields, key: string) => {
        const createNow = create.withOptimisticUpdate((store) =>
          applyNewEntry(store, { fields, key }),
        );
        await createNow({ ...fields, key });
        toast({ title: "Time entry created successfully" });
      },
      updateEntry: async (entry: TimeEntry, fields: Partial<EntryFields>) => {
        const updateNow = update.withOptimisticUpdate((store) =>
          applyEntryUpdate(store, { entry, fields }),
        );
        await updateNow({ timeEntryId: entry.id, ...fields });
        toast({ title: "Time entry updated successfully" });
      },
      deleteEntry: async ({ id }: TimeEntry) => {
        await remove.withOptimisticUpdate(applyEntryDeletion)({ timeEntryId: id });
        toast({ title: "Time entry deleted successfully" });
      },
    }),
    [create, update, remove],
  );
}
