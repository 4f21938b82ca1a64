import { type ConvexReactClient, useConvex } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { toast } from "../../../components/ui/toast.ts";
import type { DialogAddress } from "../../../hooks/address/use-dialog-address.ts";
import { showError } from "../../../lib/errors.ts";
import { dayOf } from "../../../lib/format.ts";
import { mondayOf } from "../week/week.ts";

interface EntryElsewhere {
  projectId: string;
  /** The entry that the address names and the shown week does not have. */
  missingId: string | undefined;
  address: DialogAddress;
}

/**
 * Opens the week of an entry that the shown week does not have. A link to an entry without a week means the present
 * week, which is another one after some days. A message says when the entry is gone.
 */
export function useEntryWeek({ projectId, missingId, address }: EntryElsewhere): void {
  const convex = useConvex();
  useEffect(() => {
    if (missingId === undefined) return undefined;
    let isWanted = true;
    const show = (day: string | undefined) => {
      if (!isWanted) return;
      if (day !== undefined) return address.change({ week: mondayOf(day) });
      address.change({ entry: null });
      toast({ title: "Time entry not found", description: "It may have been deleted." });
    };
    findDay(convex, { projectId, entryId: missingId, isWanted: () => isWanted }).then(
      show,
      (error: unknown) => isWanted && showError(error),
    );
    return () => {
      isWanted = false;
    };
  }, [convex, projectId, missingId, address]);
}

interface Wanted {
  projectId: string;
  entryId: string;
  isWanted: () => boolean;
}

/** The day of an entry of a project; undefined without this entry. */
async function findDay(
  client: ConvexReactClient,
  { projectId, entryId, isWanted }: Wanted,
): Promise<string | undefined> {
  let cursor: string | null = null;
  while (isWanted()) {
    const answer: FunctionReturnType<typeof api.timeEntries.page> = await client.query(
      api.timeEntries.page,
      { projectId, cursor },
    );
    const found = answer.page.find(({ id }) => id === entryId);
    if (found !== undefined) return dayOf(found.date);
    if (answer.isDone) return undefined;
    cursor = answer.continueCursor;
  }
  return undefined;
}
