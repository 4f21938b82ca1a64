import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { projectStatuses } from "../../../../convex/rules/labels.ts";
import { Badge } from "../../../components/ui/badge.tsx";
import { DropdownMenuItem, DropdownMenuLabel } from "../../../components/ui/dropdown-menu.tsx";
import { LateMenu } from "../../../components/ui/late-menu.tsx";
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
  const [open, setOpen] = useState(false);
  const { label, tone, icon } = projectCardStatus(project.status);
  if (!mayChange) {
    return (
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    );
  }
  return (
    <LateMenu
      open={open}
      onOpenChange={setOpen}
      align="start"
      renderButton={(button) => (
        <button
          {...button}
          aria-label={`Status: ${label}. Change status of ${project.name}`}
          className="-my-1 flex h-7 shrink-0 items-center rounded-full touch:-my-3 touch:h-11"
        >
          <Badge tone={tone} icon={icon} className="pr-1.5">
            {label}
            <ChevronDown aria-hidden />
          </Badge>
        </button>
      )}
    >
      <Statuses project={project} />
    </LateMenu>
  );
}

function Statuses({ project }: { project: ProjectListItem }) {
  const setStatus = useProjectStatus();
  return (
    <>
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
    </>
  );
}
