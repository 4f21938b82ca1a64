import { Check, ChevronDown } from "lucide-react";
import { projectStatuses } from "../../../../convex/rules/labels.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "../../../components/ui/dropdown-menu.tsx";
import { projectCardStatus } from "../../../lib/status.ts";
import type { ProjectListItem, ProjectStatus } from "./project-types.ts";
import { useProjectStatus } from "./use-project-status.ts";

/** The labels of the four statuses in the menu that chooses one. */
export const PROJECT_STATUS_LABELS: Record<ProjectStatus, string> = {
  active: "Active",
  completed: "Complete",
  on_hold: "On Hold",
  cancelled: "Cancelled",
};

/** The status badge of a project. With the permission to change the status, it opens a menu. */
export function ProjectStatusControl(props: { project: ProjectListItem; mayChange: boolean }) {
  const { project, mayChange } = props;
  const setStatus = useProjectStatus();
  const { label, tone, icon } = projectCardStatus(project.status);
  if (!mayChange) {
    return (
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    );
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button
          type="button"
          aria-label={`Status: ${label}. Change status of ${project.name}`}
          className="-my-1 flex h-7 shrink-0 items-center rounded-full touch:-my-3 touch:h-11"
        >
          <Badge tone={tone} icon={icon} className="pr-1.5">
            {label}
            <ChevronDown aria-hidden />
          </Badge>
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuLabel>Status</DropdownMenuLabel>
        {projectStatuses.map((status) => (
          <DropdownMenuItem
            key={status}
            aria-current={status === project.status}
            onSelect={() => {
              if (status !== project.status) setStatus(project.id, status);
            }}
          >
            {PROJECT_STATUS_LABELS[status]}
            {status === project.status && <Check aria-hidden className="ml-auto" />}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
