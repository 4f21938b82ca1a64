import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { compareTexts } from "../../lib/compare-texts.ts";

/** A member of a project's team. */
export type TeamMember = FunctionReturnType<typeof api.projectTeams.list>[number];

/** A member of the pool. */
export type PoolMember = FunctionReturnType<typeof api.teamMembers.list>[number];

type Role = TeamMember["role"];

type Group = { title: string; roles: readonly Role[]; empty: string };

const groups: readonly Group[] = [
  {
    title: "Project Management",
    roles: ["project_manager", "supervisor"],
    empty: "No project managers or supervisors assigned",
  },
  { title: "Crew Members", roles: ["crew_member"], empty: "No crew members assigned" },
  { title: "Contractors", roles: ["contractor"], empty: "No contractors assigned" },
];

/**
 * The cards of the team page with their members: project managers before supervisors, else in the order of assignment.
 */
export function groupTeam(team: readonly TeamMember[]) {
  return groups.map(({ roles, ...group }) => ({
    ...group,
    members: roles.flatMap((role) => team.filter((member) => member.role === role)),
  }));
}

/** The people who can join a project's team: active members of the pool who are not on it, by name. */
export function assignableMembers(
  pool: readonly PoolMember[],
  team: readonly TeamMember[],
): PoolMember[] {
  const onTeam = new Set(team.map(({ id }) => id));
  return pool
    .filter(({ id, isActive }) => isActive && !onTeam.has(id))
    .sort((a, b) => compareTexts(a.firstName, b.firstName) || compareTexts(a.lastName, b.lastName));
}
