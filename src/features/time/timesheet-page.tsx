import { Link } from "@tanstack/react-router";
import { Plus, Users } from "lucide-react";
import { useMemo } from "react";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { Page } from "../../components/layout/page.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { lazyPart } from "../../components/ui/lazy-part.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import type { DialogAddress } from "../../hooks/address/use-dialog-address.ts";
import { useLateParts } from "../../hooks/reads/use-late-parts.ts";
import { useCan, useViewer } from "../../hooks/people/use-viewer.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { DayList } from "./grid/day-list.tsx";
import { TimesheetGrid, type TimesheetActions } from "./grid/timesheet-grid.tsx";
import type { TimesheetSearch } from "./week/timesheet-search.ts";
import { ownerKey, selectableOwners } from "./week/timesheet.ts";
import { useDialogSubject } from "./entry/use-dialog-subject.ts";
import { useEntryWeek } from "./entry/use-entry-week.ts";
import { useNarrow } from "./use-narrow.ts";
import { useTimesheet } from "./week/use-timesheet.ts";
import { useToday } from "./week/use-today.ts";
import { WeekBar } from "./week-bar.tsx";
import { mondayOf } from "./week/week.ts";
import { WeeklySummary } from "./weekly-summary.tsx";

/** The dialog and the rules of its form load after the week. */
const EntryDialog = lazyPart(
  async () => ({ default: (await import("./entry/entry-dialog.tsx")).EntryDialog }),
  { isOpen: ({ subject }) => subject !== undefined },
);
const lateParts = [EntryDialog];

interface TimesheetPageProps {
  projectId: string;
  search: TimesheetSearch;
  address: DialogAddress;
  /** Opens the week that begins on this Monday; null opens the current one. */
  onWeek: (monday: string | null) => void;
}

/** The hours of one project, week by week. */
export function TimesheetPage({ projectId, search, address, onWeek }: TimesheetPageProps) {
  const today = useToday();
  const current = mondayOf(today);
  const monday = search.week ?? current;
  const { sheet, units, unitNames, isLoading } = useTimesheet(projectId, monday);
  const viewer = useViewer();
  const mayWrite = useCan("time:write");
  const isNarrow = useNarrow();
  const subject = useDialogSubject(search, sheet);
  const isMissing = sheet !== undefined && !isLoading && subject === undefined;
  useEntryWeek({ projectId, missingId: isMissing ? search.entry : undefined, address });
  useLateParts(lateParts);

  const actions: TimesheetActions = useMemo(
    () => ({
      add: (owner, day) => address.open({ add: day, person: owner?.key ?? null }),
      open: (entry) => address.open({ entry: entry.id }),
      showWeek: onWeek,
    }),
    [address, onWeek],
  );
  const defaultDay = sheet?.week.includes(today) ? today : monday;
  const View = isNarrow ? DayList : TimesheetGrid;

  return (
    <Page>
      <PageHeader
        title={screenTitles["/projects/$projectId/time-tracking"]}
        actions={
          mayWrite && (
            <Button onClick={() => actions.add(null, defaultDay)}>
              <Plus aria-hidden />
              Add Time Entry
            </Button>
          )
        }
      />
      <WeekBar
        monday={monday}
        isCurrent={monday === current}
        onWeek={(next) => onWeek(next === current ? null : next)}
      />
      <WeeklySummary sheet={isLoading ? undefined : sheet} />
      {sheet === undefined ? (
        <UntilKnown>
          <Skeleton className="h-96 rounded-lg" />
        </UntilKnown>
      ) : sheet.rows.length === 0 && !isLoading ? (
        <NoTeam projectId={projectId} />
      ) : (
        <div aria-busy={isLoading || undefined}>
          <View sheet={sheet} unitNames={unitNames} today={today} actions={actions} />
        </div>
      )}
      <EntryDialog
        projectId={projectId}
        subject={subject}
        owners={selectableOwners(sheet?.rows ?? [], {
          viewer,
          chosen: subject?.kind === "edit" ? ownerKey(subject.entry) : null,
        })}
        units={units}
        onClose={() => address.close(["entry", "add", "person"])}
      />
    </Page>
  );
}

function NoTeam({ projectId }: { projectId: string }) {
  return (
    <EmptyState
      icon={Users}
      title="No team members yet"
      description="Everyone on the project's team has a row here. Assign people to the team, or add an entry of your own."
      action={
        <Button asChild variant="secondary">
          <Link to="/projects/$projectId/team" params={{ projectId }}>
            Go to the Project Team
          </Link>
        </Button>
      }
    />
  );
}
