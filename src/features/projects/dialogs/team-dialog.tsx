import { Users } from "lucide-react";
import { roleLabel } from "../../../../convex/rules/labels.ts";
import { TitledDialog } from "../../../components/titled-dialog.tsx";
import { Avatar } from "../../../components/ui/avatar.tsx";
import { Badge } from "../../../components/ui/badge.tsx";
import { DialogBody } from "../../../components/ui/dialog.tsx";
import { EmptyState } from "../../../components/ui/empty-state.tsx";
import { useLast } from "../../../hooks/use-last.ts";
import { formatCount, fullName } from "../../../lib/format.ts";
import { groupByRole } from "../card/project-team.ts";
import type { ProjectListItem, TeamMember } from "../card/project-types.ts";

/** The team of a project, by role. The dialog is open while `project` is defined. */
export function TeamDialog(props: { project: ProjectListItem | undefined; onClose: () => void }) {
  const project = useLast(props.project);
  if (!project) return null;
  return (
    <TitledDialog
      open={props.project !== undefined}
      onClose={props.onClose}
      title={`Team Members - ${project.name}`}
      description={formatCount(project.teamMembers.length, "member")}
    >
      {project.teamMembers.length === 0 ? (
        <DialogBody>
          <EmptyState icon={Users} title="No team members assigned to this project" />
        </DialogBody>
      ) : (
        <DialogBody
          role="region"
          aria-label="Members by role"
          tabIndex={0}
          className="grid grid-cols-[minmax(0,1fr)] gap-5 focus-visible:-outline-offset-2"
        >
          {groupByRole(project.teamMembers).map(({ role, members }) => (
            <section key={role} aria-labelledby={`team-${role}`}>
              <h3 id={`team-${role}`} className="mb-2 text-sm font-medium text-ink-muted">
                {roleLabel(role)} ({members.length})
              </h3>
              <ul className="divide-y divide-line">
                {members.map((member) => (
                  <MemberRow key={member.id} member={member} />
                ))}
              </ul>
            </section>
          ))}
        </DialogBody>
      )}
    </TitledDialog>
  );
}

function MemberRow({ member }: { member: TeamMember }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={fullName(member)} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-medium">{fullName(member)}</p>
        <p className="line-clamp-3 text-sm break-words text-ink-muted">
          {[member.trade, member.email].filter(Boolean).join(" · ")}
        </p>
      </div>
      <Badge>{roleLabel(member.role)}</Badge>
    </li>
  );
}
