import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import { api } from "../../../convex/_generated/api.js";
import { Progress } from "../../components/ui/progress.tsx";
import { ProjectNow } from "./project-now.tsx";
import type { ProjectListItem } from "./project-types.ts";

/** The completed share of a project's work; a project without units asks nothing of the server. */
export function ProjectProgress({ project }: { project: ProjectListItem }) {
  const stats = useQueryWithStatus(
    api.projects.stats,
    project.unitCount > 0 ? { projectId: project.id } : "skip",
  );
  const percent = project.unitCount === 0 ? 0 : stats.data?.completionPercentage;
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between text-sm">
        <span className="text-ink-muted">Progress</span>
        {stats.isError ? (
          <span className="text-ink-muted">Not available</span>
        ) : (
          <span className="font-medium">
            {percent === undefined ? "\u00a0" : `${String(percent)}%`}
          </span>
        )}
      </div>
      {stats.isError ? (
        // The room of the bar.
        <div className="h-1.5" />
      ) : (
        <Progress value={percent ?? 0} label={`Progress of ${project.name}`} />
      )}
      {stats.data && <ProjectNow stats={stats.data} />}
    </div>
  );
}
