import { expect, test } from "vitest";
import { userRoles } from "../../../convex/rules/labels.ts";
import {
  can,
  isProjectAdmin,
  isProjectManager,
  isProjectSupervisor,
  lackingForFields,
  permissions,
} from "../../../convex/rules/permissions.ts";

const policy: Record<string, string> = {
  "project:read": "yes yes yes",
  "project:write": "yes yes no",
  "unit:write": "yes yes yes",
  "task:write": "yes yes yes",
  "file:write": "yes yes yes",
  "time:read": "yes yes yes",
  "time:write": "yes yes yes",
  "analytics:read": "yes yes yes",
  "projectTeam:write": "yes yes yes",
  "pool:read": "yes yes yes",
  "pool:write": "yes yes no",
  "money:read": "yes yes no",
  "unit:plan": "yes yes no",
  "trash:write": "yes yes no",
  "users:write": "yes no no",
  "audit:read": "yes no no",
};

test("the policy is the one of the specification [PERM-01] [GEN-05]", () => {
  const actual = permissions.map((permission) => [
    permission,
    userRoles.map((role) => (can(role, permission) ? "yes" : "no")).join(" "),
  ]);

  expect(Object.fromEntries(actual)).toEqual(policy);
});

test.each(["crew_member", "supervisor", "contractor", "", "toString", null, undefined])(
  "the role %j has no permission at all [PERM-11]",
  (role) => {
    expect(permissions.filter((permission) => can(role, permission))).toEqual([]);
  },
);

test("a field counts as sent wherever a reader of the change finds it [PERM-06] [TURN-01]", () => {
  const inherited = Object.create({ monthlyRent: 5 }) as Record<string, unknown>;
  const lacking = (sent: Record<string, unknown>) =>
    lackingForFields("project_supervisor", "units:updateMany", sent);

  for (const set of [{ monthlyRent: 5 }, { monthlyRent: null }, inherited])
    expect(lacking({ ids: [], set })).toBe("unit:plan");
  expect(lacking(inherited)).toBe("unit:plan");
  for (const set of [{}, { constructor: 1, toString: 1 }, { monthlyRent: undefined }, null, "x"])
    expect(lacking({ ids: [], set })).toBeNull();
});

test.each([
  { flag: isProjectAdmin, id: "[PERM-14]", holders: ["account_administrator"] },
  {
    flag: isProjectManager,
    id: "[PERM-15]",
    holders: ["account_administrator", "project_manager"],
  },
  { flag: isProjectSupervisor, id: "[PERM-16]", holders: userRoles },
])("the derived flag $flag.name holds for its roles only $id", ({ flag, holders }) => {
  const roles = [...userRoles, "crew_member", "", null, undefined];

  expect(roles.filter((role) => flag(role))).toEqual(holders);
});
