import { roleLabel } from "../../../convex/rules/labels.ts";
import { Badge } from "../../components/ui/badge.tsx";
import { isAssigned, type PoolMember } from "./shown-members.ts";

/** A member's role in words. */
export function RoleBadge({ member }: { member: PoolMember }) {
  return <Badge>{roleLabel(member.role)}</Badge>;
}

/** Marks a member who can no longer be assigned. */
export function InactiveBadge({ member }: { member: PoolMember }) {
  return member.isActive ? null : <Badge tone="warning">Inactive</Badge>;
}

/** The names of a member's projects in one line, in full on hover. */
export function MemberProjects({ member }: { member: PoolMember }) {
  if (!isAssigned(member)) return <span className="text-ink-muted">Not assigned</span>;
  const names = member.assignedProjects.map(({ name }) => name).join(", ");
  return <span title={names}>{names}</span>;
}
