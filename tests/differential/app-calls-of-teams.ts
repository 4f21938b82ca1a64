import fc from "fast-check";
import { memberRoles } from "../../convex/rules/labels.ts";
import { type FunctionCalls, id, key, none, record, text } from "./app-arguments.ts";
import { mostly, type Sent } from "convex-host/comparing";

const email = mostly(
  fc.constantFrom("ann@homes.test", " ann@localhost "),
  fc.constantFrom<Sent>("", "abc", `${"a".repeat(255)}@b.test`, null),
);

const role = mostly(
  fc.constantFrom<Sent>(...memberRoles),
  fc.constantFrom<Sent>("project_supervisor", "", null),
);

const memberFields = {
  trade: mostly(fc.constantFrom<Sent>("Painter", null), text("Glazing")),
  phone: mostly(fc.constantFrom<Sent>("555-0100", "", null), text("5")),
  isActive: mostly(fc.constantFrom<Sent>(true, true, false), fc.constantFrom<Sent>(null, 1)),
};

const placed = { projectId: id("projects"), teamMemberId: id("teamMembers") };

/** Arguments of programs for the functions of team members and project teams. */
export const teamCalls: Readonly<Record<string, FunctionCalls>> = {
  "teamMembers:list": { args: none, sweep: {}, weight: 2 },
  "teamMembers:create": {
    args: record(
      { firstName: text("Ann"), lastName: text("Lee"), email, role },
      { ...memberFields, key },
    ),
    weight: 3,
  },
  "teamMembers:update": {
    args: record(
      { teamMemberId: id("teamMembers") },
      { firstName: text("Eva"), lastName: text("Roth"), email, role, ...memberFields },
    ),
    weight: 3,
  },
  "teamMembers:remove": { args: record({ teamMemberId: id("teamMembers") }), weight: 2 },
  "projectTeams:list": {
    args: record({ projectId: id("projects") }),
    sweep: { projectId: "projects" },
  },
  "projectTeams:assign": { args: record(placed, { key }), weight: 5 },
  "projectTeams:unassign": { args: record(placed), weight: 3 },
};
