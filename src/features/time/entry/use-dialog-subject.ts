import { useMemo, useState } from "react";
import type { DialogSubject } from "./entry-dialog.tsx";
import type { TimesheetSearch } from "../week/timesheet-search.ts";
import type { Timesheet, TimeEntry } from "../week/timesheet.ts";

/**
 * The entry that the address opens in the dialog. An entry that another person deletes stays open here until the dialog
 * closes.
 */
export function useDialogSubject(
  { entry: entryId, add, person }: TimesheetSearch,
  sheet: Timesheet | undefined,
): DialogSubject | undefined {
  const [last, setLast] = useState<TimeEntry | undefined>();
  const found = useMemo(() => {
    const entries = sheet?.rows.flatMap(({ days }) => days.flat());
    return entries?.find(({ id }) => id === entryId);
  }, [sheet, entryId]);
  if (found !== undefined && found !== last) setLast(found);
  return useMemo(() => {
    const entry = found ?? (last?.id === entryId ? last : undefined);
    if (entry) return { kind: "edit", entry };
    return add === undefined ? undefined : { kind: "add", person: person ?? "", day: add };
  }, [found, last, entryId, add, person]);
}
