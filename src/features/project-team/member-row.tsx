import { Phone, UserMinus } from "lucide-react";
import { memo } from "react";
import { projectTeamRoleLabel } from "../../../convex/rules/labels.ts";
import { Avatar } from "../../components/ui/avatar.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { fullName } from "../../lib/format.ts";
import type { TeamMember } from "./team-groups.ts";

interface MemberRowProps {
  member: TeamMember;
  mayRemove: boolean;
  onContact: (member: TeamMember) => void;
  onRemove: (member: TeamMember) => void;
}

/** One member of the team, with buttons that show the contact details and remove the member from the team. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { member, mayRemove, onContact, onRemove } = props;
  const name = fullName(member);
  return (
    <li
      aria-label={name}
      data-item={member.id}
      className="flex items-center gap-3 py-2.5 pr-2 pl-4"
    >
      <Avatar name={name} />
      <div className="min-w-0 flex-1">
        <p title={name} className="truncate text-sm font-medium">
          {name}
        </p>
        {member.trade !== null && (
          <p title={member.trade} className="truncate text-sm text-ink-muted">
            {member.trade}
          </p>
        )}
        <p className="mt-1 flex flex-wrap gap-1.5">
          <Badge>{projectTeamRoleLabel(member.role)}</Badge>
          {!member.isActive && <Badge tone="warning">Inactive</Badge>}
        </p>
      </div>
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          title="Contact Information"
          aria-label={`Contact information of ${name}`}
          onClick={() => onContact(member)}
        >
          <Phone aria-hidden />
        </Button>
        {mayRemove && (
          <Button
            variant="ghost"
            size="icon"
            title="Remove from Project"
            aria-label={`Remove ${name} from the project`}
            onClick={() => onRemove(member)}
          >
            <UserMinus aria-hidden />
          </Button>
        )}
      </div>
    </li>
  );
});
