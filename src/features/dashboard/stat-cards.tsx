import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  CircleCheckBig,
  DoorOpen,
  FolderKanban,
  KeyRound,
  type LucideIcon,
  Play,
  TriangleAlert,
} from "lucide-react";
import type { ReactNode } from "react";

import { Skeleton } from "../../components/ui/skeleton.tsx";
import { toast } from "../../components/ui/toast.ts";
import { useMissing } from "../../hooks/reads/use-missing.ts";
import { cn } from "../../lib/cn.ts";
import type { Project } from "./active-projects.tsx";

/** The figures of the dashboard. */
export type Summary = FunctionReturnType<typeof api.dashboard.summary>;

type Figure = Exclude<
  keyof Summary,
  "recentActivity" | "jeopardyProjectId" | "jeopardyProjectTasks"
>;

const cards: readonly { figure: Figure; label: string; icon: LucideIcon }[] = [
  { figure: "activeProjects", label: "Active Projects", icon: FolderKanban },
  { figure: "unitsStartedThisWeek", label: "Units Started This Week", icon: DoorOpen },
  { figure: "unitsCompletedThisWeek", label: "Units Completed This Week", icon: KeyRound },
  { figure: "tasksStartedThisWeek", label: "Tasks Started This Week", icon: Play },
  { figure: "tasksCompletedThisWeek", label: "Tasks Completed This Week", icon: CircleCheckBig },
  { figure: "tasksInJeopardy", label: "Tasks in Jeopardy", icon: TriangleAlert },
];

type StatCardsProps = {
  summary: Summary | undefined;
  projects: readonly Project[] | undefined;
};

/** The six figures; each opens the place it counts. */
export function StatCards({ summary, projects }: StatCardsProps) {
  return (
    <ul
      aria-label="This week"
      aria-busy={summary === undefined}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6"
    >
      {cards.map(({ figure, label, icon: Icon }) => (
        <li key={figure}>
          <StatTarget
            toProjects={figure === "activeProjects"}
            jeopardyIn={figure === "tasksInJeopardy" ? summary?.jeopardyProjectId : null}
            projects={projects}
          >
            <span className="min-w-0">
              <span className="flex items-start justify-between gap-2">
                <span className="text-sm font-medium text-ink-muted">{label}</span>
                <Icon
                  aria-hidden
                  strokeWidth={1.75}
                  className="mt-0.5 size-4 shrink-0 text-ink-faint"
                />
              </span>
              {figure === "tasksInJeopardy" && <JeopardyPlace {...{ summary, projects }} />}
            </span>
            <StatNumber figure={figure} value={summary?.[figure]} />
          </StatTarget>
        </li>
      ))}
    </ul>
  );
}

function StatNumber({ figure, value }: { figure: Figure; value: number | undefined }) {
  if (useMissing(value)) {
    return (
      <span title="Not on this device" className="text-2xl font-semibold text-ink-muted">
        <span aria-hidden>–</span>
        <span className="sr-only">Not on this device</span>
      </span>
    );
  }
  if (value === undefined) return <Skeleton className="h-8.5 w-10" />;
  const isAlarming = figure === "tasksInJeopardy" && value > 0;
  return (
    <span className={cn("text-2xl font-semibold", isAlarming && "text-danger-text")}>{value}</span>
  );
}

/** The part of the tasks in jeopardy that the card opens, when other projects have the rest. */
function JeopardyPlace({ summary, projects }: StatCardsProps) {
  const place = projects?.find(({ id }) => id === summary?.jeopardyProjectId);
  if (summary === undefined || place === undefined) return null;
  const { tasksInJeopardy, jeopardyProjectTasks } = summary;
  // An answer that an earlier version has kept on the device lacks the number.
  const isPart = jeopardyProjectTasks < tasksInJeopardy;
  if (!isPart) return null;
  const words = `${String(jeopardyProjectTasks)} in ${place.name}`;
  return (
    <span title={words} className="block truncate text-xs text-ink-muted">
      {words}
    </span>
  );
}

type StatTargetProps = {
  toProjects: boolean;
  /**
   * The project whose tasks in jeopardy the card opens. Undefined while it is not known; null for another figure, or
   * without a project.
   */
  jeopardyIn: string | null | undefined;
  projects: readonly Project[] | undefined;
  children: ReactNode;
};

const cardClasses =
  "flex h-full min-h-26 w-full flex-col justify-between gap-2 rounded-lg border border-line bg-surface px-4 py-3 text-left shadow-raised transition-colors duration-100 hover:border-line-strong hover:bg-hover";

/** Links to all projects, or to the units of the first project. Without a project it says why there is no link. */
function StatTarget({ toProjects, jeopardyIn, projects, children }: StatTargetProps) {
  const navigate = useNavigate();
  const first = projects?.[0];
  if (toProjects) {
    return (
      <Link to="/projects" className={cardClasses}>
        {children}
      </Link>
    );
  }
  if (typeof jeopardyIn === "string") {
    return (
      <Link
        to="/projects/$projectId/units"
        params={{ projectId: jeopardyIn }}
        search={{ alarm: "jeopardy" }}
        // The page behind the link shows the same in words.
        title="Open tasks that are overdue, or due today or in the next 2 days"
        className={cardClasses}
      >
        {children}
      </Link>
    );
  }
  // A tap before the answer arrives could open another project than a tap after it.
  const isKnown = projects !== undefined && jeopardyIn !== undefined;
  if (first && isKnown) {
    return (
      <Link
        to="/projects/$projectId/units"
        params={{ projectId: first.id }}
        className={cardClasses}
      >
        {children}
      </Link>
    );
  }
  const explain = () => {
    toast({
      title: "No Projects",
      description: "Create a project first to view units and tasks.",
    });
    void navigate({ to: "/projects" });
  };
  return (
    <button type="button" disabled={!isKnown} onClick={explain} className={cardClasses}>
      {children}
    </button>
  );
}
