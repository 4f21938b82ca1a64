import type { OptimisticLocalStore } from "convex/browser";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import type { PoolMember } from "./team-groups.ts";

type Placement = { projectId: string; teamMemberId: string };

/** Shows a member on the team at once. */
export function applyAssignment(store: OptimisticLocalStore, placement: Placement): void {
  const { projectId, teamMemberId } = placement;
  const team = store.getQuery(api.projectTeams.list, { projectId });
  const pool = store.getQuery(api.teamMembers.list, {});
  const member = pool?.find(({ id }) => id === teamMemberId);
  if (!member || !team || team.some(({ id }) => id === teamMemberId)) return;
  const { assignedProjects: _, ...fields } = member;
  store.setQuery(api.projectTeams.list, { projectId }, [
    ...team,
    {
      ...fields,
      assignmentId: `new ${teamMemberId}` as Id<"projectTeamAssignments">,
      assignedAt: new Date().toISOString(),
    },
  ]);
  changeProject(store, projectId, (members) => [...members, fields]);
  const project = store.getQuery(api.projects.list, {})?.find(({ id }) => id === projectId);
  if (project) {
    const { id, name } = project;
    changeMember(store, teamMemberId, (projects) => [...projects, { id, name }]);
  }
}

/** Removes a member from the team at once. */
export function applyRemoval(store: OptimisticLocalStore, placement: Placement): void {
  const { projectId, teamMemberId } = placement;
  const isOther = ({ id }: { id: string }) => id !== teamMemberId;
  const team = store.getQuery(api.projectTeams.list, { projectId });
  if (team) store.setQuery(api.projectTeams.list, { projectId }, team.filter(isOther));
  changeProject(store, projectId, (members) => members.filter(isOther));
  changeMember(store, teamMemberId, (projects) => projects.filter(({ id }) => id !== projectId));
}

type ProjectMembers = Omit<PoolMember, "assignedProjects">[];

function changeProject(
  store: OptimisticLocalStore,
  projectId: string,
  change: (members: ProjectMembers) => ProjectMembers,
): void {
  const projects = store.getQuery(api.projects.list, {});
  if (!projects) return;
  store.setQuery(
    api.projects.list,
    {},
    projects.map((project) =>
      project.id === projectId ? { ...project, teamMembers: change(project.teamMembers) } : project,
    ),
  );
}

function changeMember(
  store: OptimisticLocalStore,
  teamMemberId: string,
  change: (projects: PoolMember["assignedProjects"]) => PoolMember["assignedProjects"],
): void {
  const pool = store.getQuery(api.teamMembers.list, {});
  if (!pool) return;
  store.setQuery(
    api.teamMembers.list,
    {},
    pool.map((member) =>
      member.id === teamMemberId
        ? { ...member, assignedProjects: change(member.assignedProjects) }
        : member,
    ),
  );
}
