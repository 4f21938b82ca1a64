import * as z from "zod";
import { api } from "../../_generated/api.js";
import { adminEmails } from "../../lib/companyAddress.ts";
import { companyDomain } from "../../model/context/company.ts";
import { createContractorInput, updateContractorInput } from "../../rules/inputs/projects.ts";
import { createMemberInput, updateMemberInput } from "../../rules/inputs/teamMembers.ts";
import { changeRoleInput, createUserInput } from "../../rules/inputs/users.ts";
import { changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

const member = z.object({
  teamMemberId: z.string("Team member is required").min(1, "Team member is required"),
});

/** The routes of the pool and of project teams. */
export const teamRoutes: readonly Route[] = [
  readRoute("/api/team-members", {
    summary: "The pool by first, then last name, each member with their projects",
    calls: api.teamMembers.list,
  }),
  changeRoute("POST", "/api/team-members", {
    summary: "Add a person to the pool",
    calls: api.teamMembers.create,
    body: createMemberInput.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("PATCH", "/api/team-members/:teamMemberId", {
    summary: "Update the sent fields of a member of the pool",
    calls: api.teamMembers.update,
    body: updateMemberInput,
  }),
  changeRoute("DELETE", "/api/team-members/:teamMemberId", {
    summary: "Delete a member who is assigned to no project",
    calls: api.teamMembers.remove,
  }),
  readRoute("/api/projects/:projectId/team", {
    summary: "The members assigned to a project, oldest assignment first",
    calls: api.projectTeams.list,
  }),
  changeRoute("POST", "/api/projects/:projectId/team-assignments", {
    summary: "Put an active member of the pool on a project's team",
    calls: api.projectTeams.assign,
    body: member.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("DELETE", "/api/projects/:projectId/team-assignments/:teamMemberId", {
    summary: "Take a member off a project's team",
    calls: api.projectTeams.unassign,
  }),
];

export const contractorRoutes: readonly Route[] = [
  readRoute("/api/projects/:projectId/contractors", {
    summary: "The contractors of a project by company name",
    calls: api.contractors.list,
  }),
  changeRoute("POST", "/api/projects/:projectId/contractors", {
    summary: "Add a contractor to a project",
    calls: api.contractors.create,
    body: createContractorInput.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("PATCH", "/api/contractors/:contractorId", {
    summary: "Update the sent fields of a contractor",
    calls: api.contractors.update,
    body: updateContractorInput,
  }),
  changeRoute("DELETE", "/api/contractors/:contractorId", {
    summary: "Delete a contractor from its project",
    calls: api.contractors.remove,
  }),
];

/** The routes of the caller's day and of everybody's day. */
export const myDayRoutes: readonly Route[] = [
  readRoute("/api/my-day", {
    summary:
      "The open tasks of the caller: overdue, today, next seven days, blocked, without a date",
    calls: api.myDay.mine,
  }),
  readRoute("/api/my-day/people", {
    summary:
      "The people with work today and their places, by name: in a project, or in all active ones",
    calls: api.myDay.people,
    query: z.object({ projectId: z.string().optional() }),
  }),
];

/** The routes of users. */
export const userRoutes: readonly Route[] = [
  readRoute("/api/people", {
    summary: "Everyone who may be given a task, by first, then last name",
    calls: api.people.list,
  }),
  readRoute("/api/users", {
    summary: "Everyone who may sign in, oldest account first",
    calls: api.users.list,
  }),
  changeRoute("POST", "/api/users", {
    summary: "Add a user, or bring a removed one back",
    calls: api.users.create,
    body: () => createUserInput(companyDomain(), adminEmails()).safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("PATCH", "/api/users/:userId/role", {
    summary: "Give a user another role",
    calls: api.users.changeRole,
    body: changeRoleInput,
  }),
  changeRoute("DELETE", "/api/users/:userId/identity", {
    summary: "Sign a user out and let the next sign-in with their address link anew",
    calls: api.users.relink,
  }),
  changeRoute("DELETE", "/api/users/:userId", {
    summary: "Delete a user, who is signed out everywhere at once",
    calls: api.users.remove,
  }),
  changeRoute("DELETE", "/api/users/:userId/sessions", {
    summary: "Sign a user out everywhere; they may sign in again",
    calls: api.sessions.endAllOf,
  }),
];
