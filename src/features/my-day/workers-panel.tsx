import { Link } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import { Users } from "lucide-react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api.js";
import { compareNames } from "../../../convex/rules/urgency.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Card } from "../../components/ui/card.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { UntilKnown } from "../../components/ui/until-known.tsx";
import { useLiveQueries, useLiveQuery } from "../../hooks/reads/use-live-query.ts";
import { cn } from "../../lib/cn.ts";
import { formatCount, formatHours } from "../../lib/format.ts";

type Worker = FunctionReturnType<typeof api.myDay.people>[number];
type Place = Worker["places"][number];

const wideClasses = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] items-start";

/** People with the units, open tasks and hours that they have today; `isWide` puts them beside each other. */
export function WorkersPanel({ isWide }: { isWide: boolean }) {
  const workers = useWorkers();
  return (
    <section aria-labelledby="day-workers">
      <h2 id="day-workers" className="mb-2 flex items-center gap-2 text-base font-semibold">
        Who works where today
      </h2>
      {workers === undefined ? (
        <UntilKnown>
          <div aria-busy>
            <Skeleton className="h-48" />
          </div>
        </UntilKnown>
      ) : (
        <Card asChild>
          <ul className={cn(isWide ? wideClasses : "divide-y divide-line")}>
            {workers.length === 0 && (
              <li className="flex items-center gap-2 p-3.5 text-sm text-ink-muted">
                <Users aria-hidden className="size-4 shrink-0" />
                Nobody has tasks or hours for today.
              </li>
            )}
            {workers.map((worker) => (
              <WorkerRow key={worker.userId ?? worker.teamMemberId} worker={worker} />
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

/**
 * The workers of all active projects, with one query for each project: a change then runs only the query of its own
 * project.
 */
function useWorkers(): readonly Worker[] | undefined {
  const projects = useLiveQuery(api.projects.list, {});
  const asked = useMemo(
    () =>
      (projects ?? [])
        .filter(({ status }) => status === "active")
        .map(({ id: projectId }) => ({ projectId })),
    [projects],
  );
  const found = useLiveQueries(api.myDay.people, asked);
  return useMemo(
    () => (projects === undefined || found === undefined ? undefined : together(found.flat())),
    [projects, found],
  );
}

/**
 * The workers of several projects by name. Each person is listed once, with the places in the order of the projects.
 */
function together(workers: readonly Worker[]): Worker[] {
  const byPerson = new Map<string, Worker>();
  for (const worker of workers) {
    const key = worker.userId ?? worker.teamMemberId ?? "";
    const places = [...(byPerson.get(key)?.places ?? []), ...worker.places];
    byPerson.set(key, { ...worker, places });
  }
  return [...byPerson.values()].sort((a, b) => compareNames(a.name, b.name));
}

function WorkerRow({ worker: { name, places } }: { worker: Worker }) {
  return (
    <li
      aria-label={name}
      className="flex gap-2.5 px-3.5 py-2.5 [contain-intrinsic-size:auto_4rem] [content-visibility:auto]"
    >
      <Avatar name={name} src={null} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold" title={name}>
          {name}
        </p>
        <ul>
          {places.map((place) => (
            <li key={`${place.projectId} ${place.unitId ?? ""}`}>
              <PlaceLine place={place} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function PlaceLine({ place }: { place: Place }) {
  const { projectId, projectName, unitId, unitName, openTasks, hours } = place;
  const facts = [
    openTasks > 0 ? formatCount(openTasks, "task") : null,
    hours > 0 ? formatHours(hours) : null,
  ].filter(Boolean);
  return (
    <Link
      to="/projects/$projectId/units"
      params={{ projectId }}
      search={unitId === null ? {} : { unit: unitId }}
      className="flex min-h-7 items-center gap-2 rounded-md text-sm hover:underline touch:min-h-11"
    >
      <span className="min-w-0 flex-1 truncate">
        {unitName !== null && <span className="font-medium">{unitName} </span>}
        <span className="text-ink-muted">{projectName}</span>
      </span>
      <span className="shrink-0 text-ink-muted">{facts.join(" · ")}</span>
    </Link>
  );
}
