import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import { useMemo } from "react";
import { api } from "../../../../convex/_generated/api.js";
import { useLiveQuery } from "../../../hooks/reads/use-live-query.ts";
import { useViewer } from "../../../hooks/people/use-viewer.ts";
import { buildTimesheet } from "./timesheet.ts";
import { shiftWeek, weekFrom, weekRange } from "./week.ts";

/** The timesheet of a week, live; the rows of the team render before the entries arrive. */
export function useTimesheet(projectId: string, monday: string) {
  const viewer = useViewer();
  const project = useLiveQuery(api.projects.list, {})?.find(({ id }) => id === projectId);
  const entries = useLiveQuery(api.timeEntries.list, weekArgs(projectId, monday));
  const people = useLiveQuery(api.timeEntries.people, weekArgs(projectId, monday));
  const units = useLiveQuery(api.units.names, { projectId });
  // The neighbouring weeks stay subscribed, so that going there needs no wait; a failed read shows only there.
  useQueryWithStatus(api.timeEntries.list, weekArgs(projectId, shiftWeek(monday, -1)));
  useQueryWithStatus(api.timeEntries.list, weekArgs(projectId, shiftWeek(monday, 1)));

  const sheet = useMemo(() => {
    if (project === undefined) return undefined;
    const week = weekFrom(monday);
    return buildTimesheet({ week, project, entries, people, viewer });
  }, [monday, project, entries, people, viewer]);
  const unitNames = useMemo(
    () => new Map<string, string>(units?.map(({ id, name }) => [id, name])),
    [units],
  );
  return { sheet, units, unitNames, isLoading: entries === undefined || project === undefined };
}

function weekArgs(projectId: string, monday: string) {
  return { projectId, ...weekRange(monday) };
}
