import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api.js";
import { Progress } from "../../components/ui/progress.tsx";
import type { ProjectListItem } from "./project-types.ts";

/** How much of a project's work is done; nothing is asked of the server for a project without units. */
export function ProjectProgress({ project }: { project: ProjectListItem }) {
  const stats = useQuery(
    api.projects.stats,
    project.unitCount > 0 ? { projectId: project.id } : "skip",
  );
  const percent = project.unitCount === 0 ? 0 : stats?.completionPercentage;
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between text-sm">
        <span className="text-ink-muted">Progress</span>
        <span className="font-medium">
          {percent === undefined ? "\u00a0" : `${String(percent)}%`}
        </span>
      </div>
      <Progress value={percent ?? 0} label={`Progress of ${project.name}`} />
    </div>
  );
}
