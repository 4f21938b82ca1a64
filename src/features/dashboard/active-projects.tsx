import type { FunctionReturnType } from "convex/server";
import { Link, useNavigate } from "@tanstack/react-router";
import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import { FolderKanban } from "lucide-react";

import { api } from "../../../convex/_generated/api.js";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useCan } from "../../hooks/people/use-viewer.ts";
import { formatDate, formatPercent } from "../../lib/format.ts";
import { projectPanelStatus } from "../../lib/status.ts";
import { Panel } from "./panel.tsx";
import { panelProjects } from "./panel-projects.ts";

/** A project of the list. */
export type Project = FunctionReturnType<typeof api.projects.list>[number];

/** The first projects with their progress, active ones first. */
export function ActiveProjects({ projects }: { projects: readonly Project[] | undefined }) {
  return (
    <Panel
      title="Active Projects"
      action={
        <Link
          to="/projects"
          className="inline-flex min-h-6 items-center rounded-md text-sm font-medium text-accent-text hover:underline touch:min-h-11"
        >
          View All
        </Link>
      }
    >
      {projects?.length === 0 ? (
        <NoProjects />
      ) : (
        <ul aria-busy={projects === undefined} className="divide-y divide-line">
          {projects === undefined
            ? [1, 2, 3].map((row) => <ProjectRowSkeleton key={row} />)
            : panelProjects(projects).map((project) => (
                <ProjectRow key={project.id} project={project} />
              ))}
        </ul>
      )}
    </Panel>
  );
}

function NoProjects() {
  const mayCreate = useCan("project:write");
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={FolderKanban}
      title="No active projects yet"
      action={
        mayCreate && (
          <Button onClick={() => void navigate({ to: "/projects" })}>
            Create Your First Project
          </Button>
        )
      }
    />
  );
}

function ProjectRow({ project }: { project: Project }) {
  const stats = useQueryWithStatus(
    api.projects.stats,
    project.unitCount > 0 ? { projectId: project.id } : "skip",
  );
  const percent = project.unitCount > 0 ? stats.data?.completionPercentage : 0;
  const { label, tone, icon } = projectPanelStatus(project.status);
  return (
    <li>
      <Link
        to="/projects/$projectId/units"
        params={{ projectId: project.id }}
        className="block px-4 py-3 transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="flex items-start justify-between gap-3">
          <span
            className="line-clamp-2 min-w-0 text-base font-semibold break-words"
            title={project.name}
          >
            {project.name}
          </span>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
        <span className="mt-0.5 mb-2.5 flex items-baseline justify-between gap-3 text-sm text-ink-muted">
          <span>Started {formatDate(project.startDate ?? project.createdAt)}</span>
          {stats.isError ? (
            <span>Progress not available</span>
          ) : (
            // The text keeps its space while the figure loads.
            <span className={percent === undefined ? "invisible" : undefined}>
              {formatPercent(percent ?? 0)} Complete
            </span>
          )}
        </span>
        {stats.isError ? (
          // An empty space as high as the bar.
          <span className="block h-1.5" />
        ) : (
          <Progress value={percent ?? 0} label={`Progress of ${project.name}`} />
        )}
      </Link>
    </li>
  );
}

function ProjectRowSkeleton() {
  return (
    <li className="px-4 py-3">
      <Skeleton className="h-[1.375rem] w-2/5" />
      <Skeleton className="mt-0.5 mb-2.5 h-5 w-1/3" />
      <Skeleton className="h-1.5" />
    </li>
  );
}
