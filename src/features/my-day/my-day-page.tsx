import { CircleCheck } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { Page } from "../../components/layout/page.tsx";
import { PageHeader } from "../../components/layout/page-header.tsx";
import { SelectArea } from "../../components/selection/select-area.tsx";
import { SelectionBar } from "../../components/selection/selection-bar.tsx";
import { PartBoundary } from "../../components/part-boundary.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useRecordSelection } from "../../hooks/edits/use-record-selection.ts";
import { useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { cn } from "../../lib/cn.ts";
import { formatWeekday } from "../../lib/format.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { DAY_LISTS, type MyDay } from "./day-lists.ts";
import { DaySection } from "./day-section.tsx";
import { useHeldDay } from "./use-held-day.ts";
import { WorkersPanel } from "./workers-panel.tsx";

/** The viewer's tasks of today; managers also see who works where. */
export function MyDayPage({ notice }: { notice?: ReactNode }) {
  const day = useLiveQuery(api.myDay.mine, {});
  const seesWorkers = useCan("project:write");
  // The panel takes the whole width when there are no lists: its column would stand beside an empty page.
  const isFree = day !== undefined && listsOf(day).length === 0;
  return (
    <Page>
      <PageHeader
        title={screenTitles["/my-day"]}
        description={day ? formatWeekday(day.today) : <>&nbsp;</>}
      />
      {notice}
      <div
        className={cn(
          "grid grid-cols-1 items-start gap-6",
          seesWorkers && !isFree && "xl:grid-cols-[minmax(0,1fr)_24rem]",
        )}
      >
        {day === undefined ? (
          <UntilKnown>
            <DaySkeleton />
          </UntilKnown>
        ) : (
          <Lists day={day} isBrief={seesWorkers} />
        )}
        {seesWorkers && (
          // The panel is invisible until the lists above it have their length: they would push it about.
          <div className={cn("min-w-0", day === undefined && "max-xl:invisible")}>
            <PartBoundary what="Who works where today">
              <WorkersPanel isWide={isFree} />
            </PartBoundary>
          </div>
        )}
      </div>
    </Page>
  );
}

/** The lists of the day that have tasks. */
function listsOf(day: MyDay) {
  return DAY_LISTS.filter(({ list }) => day[list].length > 0);
}

/** The lists. With `isBrief` the message of an empty day takes less height, because the panel stands below it. */
function Lists(props: { day: MyDay; isBrief: boolean }) {
  const { areaRef, shown: day } = useHeldDay(props.day);
  const lists = listsOf(day);
  const mayChange = useCan("task:write");
  const records = useMemo(() => tasksOf(day), [day]);
  const order = useMemo(() => records.map(({ id }): string => id), [records]);
  const selection = useRecordSelection("my-day", order);
  if (lists.length === 0) {
    return (
      <EmptyState
        className={cn(props.isBrief && "py-2")}
        icon={CircleCheck}
        title="Nothing to do today"
        description="Tasks that are given to you appear here, and those of nobody in projects that you supervise."
      />
    );
  }
  return (
    <SelectArea selection={selection} isOn={mayChange}>
      <div ref={areaRef} className="grid gap-6">
        {lists.map(({ list, title }) => (
          <DaySection key={list} list={list} title={title} groups={day[list]} />
        ))}
      </div>
      <SelectionBar noun="task" selection={selection} records={records} shown={order} />
    </SelectArea>
  );
}

function tasksOf(day: MyDay) {
  return DAY_LISTS.flatMap(({ list }) => day[list]).flatMap(({ unit, tasks }) =>
    tasks.map(({ id, name, baseStatus, blockedReason }) => ({
      ...{ id, name: `${name}, ${unit.name}`, projectId: unit.projectId },
      ...{ status: baseStatus, isBlocked: blockedReason !== null },
    })),
  );
}

function DaySkeleton() {
  return (
    <div aria-busy className="grid gap-3">
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
