import { expect, test } from "vitest";
import { memberRoles } from "../../../convex/rules/labels.ts";
import { poolSearch } from "../../../src/features/team-members/pool-search.ts";
import { shownMembers, tradesOf } from "../../../src/features/team-members/shown-members.ts";
import { poolMemberOf } from "../support/records.ts";

const project = (name: string) => ({ id: name, name }) as never;

const pool = [
  poolMemberOf({ id: "a", firstName: "ann", lastName: "Roth", role: "contractor", trade: "Tiler" }),
  poolMemberOf({ id: "b", firstName: "Ann", lastName: "Lee", role: "supervisor", trade: null }),
  poolMemberOf({
    ...{ id: "c", firstName: "Cy", lastName: "Ott", role: "crew_member", trade: "Painter" },
    ...{ email: "boss@homes.test", phone: "555-0199" },
    assignedProjects: [project("Elm"), project("Oak")],
  }),
  poolMemberOf({
    ...{ id: "d", firstName: "Bo", lastName: "Ott", role: "project_manager", trade: "Carpenter" },
    assignedProjects: [project("Elm")],
  }),
];

const shown = (search: Parameters<typeof shownMembers>[1]) =>
  shownMembers(pool, search).map(({ id }) => id);

test.each([
  ["name", "cy o", ["c"]],
  ["letter case", "ANN", ["b", "a"]],
  ["email", "boss@", ["c"]],
  ["trade", "paint", ["c"]],
  ["phone", "0199", ["c"]],
  ["blanks around", "  ott ", ["d", "c"]],
  ["nothing found", "zzz", []],
  ["nothing sought", " ", ["b", "a", "d", "c"]],
])("the search looks in full name, email, trade and phone: %s [POOL-01] [OP-33]", (_, q, ids) => {
  expect(shown({ q })).toEqual(ids);
});

test.each(memberRoles)("the role filter shows members with role %s only [POOL-02]", (role) => {
  expect(shownMembers(pool, { role }).map((member) => member.role)).toEqual([role]);
});

test("the trade filter offers the trades of the pool and shows members with one [POOL-03]", () => {
  expect(tradesOf(pool)).toEqual(["Carpenter", "Painter", "Tiler"]);
  expect(shown({ trade: "Tiler" })).toEqual(["a"]);
});

test("the assignment filter combines with the others [POOL-04] [OP-33]", () => {
  expect(shown({})).toHaveLength(4);
  expect(shown({ assignment: "assigned" })).toEqual(["d", "c"]);
  expect(shown({ assignment: "unassigned" })).toEqual(["b", "a"]);
  expect(shown({ assignment: "assigned", role: "crew_member", q: "ott" })).toEqual(["c"]);
});

test.each([
  ["name", ["b", "a", "d", "c"], ["c", "d", "a", "b"]],
  ["role", ["a", "c", "d", "b"], ["b", "d", "c", "a"]],
  ["trade", ["d", "c", "a", "b"], ["a", "c", "d", "b"]],
  ["projects", ["b", "a", "d", "c"], ["c", "d", "b", "a"]],
] as const)(
  "the pool is ordered by %s in both directions, then by name [POOL-05] [POOL-06]",
  (sort, up, down) => {
    expect(shown({ sort })).toEqual(up);
    expect(shown({ sort, dir: "desc" })).toEqual(down);
  },
);

test("without a choice the pool is ordered by name [POOL-05]", () => {
  expect(shown({})).toEqual(shown({ sort: "name" }));
});

test("an address holds what it should and nothing else [POOL-01]", () => {
  expect(poolSearch({ q: 555, role: "crew_member", sort: "phone", dir: "asc" })).toEqual({
    ...{ q: "555", role: "crew_member" },
  });
});
