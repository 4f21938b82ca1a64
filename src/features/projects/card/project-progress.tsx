import { api } from "../../../../convex/_generated/api.js";
import { Progress } from "../../../components/ui/progress.tsx";
import { useMissing } from "../../../hooks/reads/use-missing.ts";
import { useLiveStatus } from "../../../hooks/reads/use-live-query.ts";
import { ProjectNow } from "./project-now.tsx";
import type { ProjectListItem } from "./project-types.ts";

/** The completed share of a project's work. A project without units sends no query. */
export function ProjectProgress({ project }: { project: ProjectListItem }) {
  const { answer: stats, error } = useLiveStatus(
    api.projects.stats,
    project.unitCount > 0 ? { projectId: project.id } : "skip",
  );
  const isMissing = useMissing(error ?? stats) && project.unitCount > 0;
  const percent = project.unitCount === 0 ? 0 : stats?.completionPercentage;
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between text-sm">
        <span className="text-ink-muted">Progress</span>
        {error ? (
          <span className="text-ink-muted">Not available</span>
        ) : isMissing ? (
          <span title="Not on this device" className="text-ink-muted">
            <span aria-hidden>–</span>
            <span className="sr-only">Not on this device</span>
          </span>
        ) : (
          <span className="font-medium">
            {percent === undefined ? "\u00a0" : `${String(percent)}%`}
          </span>
        )}
      </div>
      {error ? (
        // An empty space as high as the bar.
        <div className="h-1.5" />
      ) : (
        <Progress value={percent ?? 0} label={`Progress of ${project.name}`} />
      )}
      {project.unitCount > 0 && (
        // Keeps the height of the line, which loads later than the card.
        <div className="min-h-5">{stats && <ProjectNow stats={stats} />}</div>
      )}
    </div>
  );
}
