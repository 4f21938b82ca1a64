import { roleLabel } from "../../../convex/rules/labels.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { isAssigned, type PoolMember } from "./shown-members.ts";

/** A member's role in words. */
export function RoleBadge({ member }: { member: PoolMember }) {
  return <Badge>{roleLabel(member.role)}</Badge>;
}

/** Marks a member who cannot be assigned any more. */
export function InactiveBadge({ member }: { member: PoolMember }) {
  return member.isActive ? null : <Badge tone="warning">Inactive</Badge>;
}

/** The names of a member's projects on one line; all of them when pointed at. */
export function MemberProjects({ member }: { member: PoolMember }) {
  if (!isAssigned(member)) return <span className="text-ink-muted">Not assigned</span>;
  const names = member.assignedProjects.map(({ name }) => name).join(", ");
  return <span title={names}>{names}</span>;
}
