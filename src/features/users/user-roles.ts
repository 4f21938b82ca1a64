import { ShieldCheck, type LucideIcon } from "lucide-react";
import { roleLabel, type UserRole, userRoles } from "../../../convex/rules/labels.ts";
import type { Tone } from "../../lib/tone.ts";

const DESCRIPTIONS: Record<UserRole, string> = {
  account_administrator: "Everything, users included",
  project_manager: "Projects, the team pool and the master task list, and all work in units",
  project_supervisor: "All work in units, project teams and time, but no projects",
};

/** The roles as options of a select, the one with the least access last. */
export const ROLE_OPTIONS = userRoles.map((value) => ({
  value,
  label: roleLabel(value),
  description: DESCRIPTIONS[value],
}));

/** The tone of a role's badge; an unknown role gives no access. */
export function roleBadge(role: string): { label: string; tone: Tone; icon?: LucideIcon } {
  const label = roleLabel(role);
  switch (role) {
    case "account_administrator":
      return { label, tone: "accent", icon: ShieldCheck };
    case "project_manager":
      return { label, tone: "info" };
    case "project_supervisor":
      return { label, tone: "neutral" };
    default:
      return { label: role === "" ? "No role" : label, tone: "warning" };
  }
}
