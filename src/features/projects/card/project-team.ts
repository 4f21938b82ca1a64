import { fullName } from "../../../lib/format.ts";
import type { TeamMember } from "./project-types.ts";

const ROLE_ORDER = ["project_manager", "supervisor", "crew_member", "contractor"] as const;

/** First and last name of the first member who is a project manager, or null. */
export function projectManagerName(members: readonly TeamMember[]): string | null {
  const manager = members.find((member) => member.role === "project_manager");
  return manager ? fullName(manager) : null;
}

/** The members by role, leaders first; empty roles are left out. */
export function groupByRole(
  members: readonly TeamMember[],
): { role: TeamMember["role"]; members: TeamMember[] }[] {
  return ROLE_ORDER.map((role) => ({
    role,
    members: members.filter((member) => member.role === role),
  })).filter((group) => group.members.length > 0);
}
