import { Link } from "@tanstack/react-router";
import { ArrowRight, Grid3x3, ListPlus, Pencil, Users } from "lucide-react";
import { memo, type ReactNode } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Card } from "../../../components/ui/card.tsx";
import { Skeleton } from "../../../components/ui/skeleton.tsx";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { ProjectMenu } from "./project-menu.tsx";
import { ProjectProgress } from "./project-progress.tsx";
import { ProjectStatusControl } from "./project-status-control.tsx";
import { projectManagerName } from "./project-team.ts";
import type { ProjectListItem } from "./project-types.ts";

/** The dialogs that open over the page for one project. */
export type ProjectDialog = "edit" | "team" | "assign" | "units" | "delete";

interface ProjectCardProps {
  project: ProjectListItem;
  mayManage: boolean;
  /** All cards share one function, so that scrolling renders none of them again. */
  onOpen: (dialog: ProjectDialog, projectId: string) => void;
}

/** The id of the heading that names a project's card. */
export function projectHeadingId({ id }: { id: string }): string {
  return `project-${id}`;
}

/** One project: its status and progress, its team, and the links to its pages. */
export const ProjectCard = memo(function ProjectCard({
  project,
  mayManage,
  onOpen,
}: ProjectCardProps) {
  const open = (dialog: ProjectDialog) => onOpen(dialog, project.id);
  return (
    <Card
      data-row
      className="relative flex-1 gap-3 p-4 has-[[data-alarm]]:before:absolute has-[[data-alarm]]:before:inset-y-0 has-[[data-alarm]]:before:left-0 has-[[data-alarm]]:before:w-1 has-[[data-alarm]]:before:rounded-l-lg has-[[data-alarm]]:before:bg-danger"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2
            id={projectHeadingId(project)}
            title={project.name}
            className="line-clamp-2 text-base font-semibold break-words"
          >
            {project.name}
          </h2>
          <div className="mt-1.5 flex">
            <ProjectStatusControl project={project} mayChange={mayManage} />
          </div>
        </div>
        {mayManage && (
          <Button
            variant="ghost"
            size="icon"
            data-act="edit"
            title="Edit Project"
            onClick={() => open("edit")}
            className="-my-1.5 touch:-my-3"
          >
            <Pencil aria-hidden />
            <span className="sr-only">Edit {project.name}</span>
          </Button>
        )}
        {mayManage && <ProjectMenu project={project} onOpen={open} />}
      </div>
      <p className="line-clamp-2 min-h-10 text-sm break-words text-ink-muted">
        {project.description || "No description provided"}
      </p>
      <ProjectProgress project={project} />
      <dl className="grid gap-1.5 text-sm">
        <Fact label="Due Date">{formatDate(project.targetCompletionDate) ?? "Not set"}</Fact>
        <Fact label="Project Manager">
          {projectManagerName(project.teamMembers) ?? "Not assigned"}
        </Fact>
        <Fact label="Team Size">
          <button
            type="button"
            onClick={() => open("team")}
            className="text-accent-text underline-offset-4 hover:underline"
          >
            {formatCount(project.teamMembers.length, "member")}
          </button>
        </Fact>
      </dl>
      <CardActions project={project} onAssign={() => open("assign")} />
    </Card>
  );
});

function CardActions({ project, onAssign }: { project: ProjectListItem; onAssign: () => void }) {
  const params = { projectId: project.id };
  return (
    <div className="mt-auto grid grid-cols-[1fr_auto_auto] gap-2 pt-1">
      <Button asChild variant="secondary">
        <Link data-act="open" to="/projects/$projectId/units" params={params}>
          View Units <ArrowRight aria-hidden />
        </Link>
      </Button>
      <Button asChild variant="outline" size="icon">
        <Link
          to="/projects/$projectId/board"
          params={params}
          title="Open Board"
          aria-label="Open Board"
        >
          <Grid3x3 aria-hidden />
        </Link>
      </Button>
      <Button asChild variant="outline" size="icon">
        <Link
          to="/projects/$projectId/team"
          params={params}
          title="Manage Team"
          aria-label="Manage Team"
        >
          <Users aria-hidden />
        </Link>
      </Button>
      <Button
        variant="outline"
        className="col-span-3"
        disabled={project.unitCount === 0}
        onClick={onAssign}
      >
        <ListPlus aria-hidden /> Assign Tasks to All Units
      </Button>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="shrink-0 text-ink-muted">{label}</dt>
      <dd className="min-w-0 truncate">{children}</dd>
    </div>
  );
}

/** The placeholder of a card while the list loads. */
export function ProjectCardSkeleton() {
  return (
    <li data-slot="project-placeholder">
      <Card className="gap-3 p-4">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-10" />
        <Skeleton className="h-8" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </Card>
    </li>
  );
}
