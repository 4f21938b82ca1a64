import { roleLabel } from "../../../convex/model/labels.ts";
import { Badge } from "../../components/ui/badge.tsx";
import type { PoolMember } from "./pool-types.ts";
import { isAssigned } from "./shown-members.ts";

/** A member's role, and whether they are inactive. */
export function MemberBadges({ member }: { member: PoolMember }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge>{roleLabel(member.role)}</Badge>
      {!member.isActive && <Badge tone="warning">Inactive</Badge>}
    </span>
  );
}

/** The names of a member's projects on one line; all of them when pointed at. */
export function MemberProjects({ member }: { member: PoolMember }) {
  if (!isAssigned(member)) return <span className="text-ink-muted">Not assigned</span>;
  const names = member.assignedProjects.map(({ name }) => name).join(", ");
  return <span title={names}>{names}</span>;
}
