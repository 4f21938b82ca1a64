import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { memberMatches } from "../../lib/member-search.ts";
import type { PoolSearch, PoolSort } from "./pool-search.ts";
import { compareTexts } from "../../lib/compare-texts.ts";

/** A member of the pool with the projects they are assigned to. */
export type PoolMember = FunctionReturnType<typeof api.teamMembers.list>[number];

type Compare = (a: PoolMember, b: PoolMember) => number;

/** The members that pass search and filters, in the chosen order. */
export function shownMembers(
  pool: readonly PoolMember[],
  search: Pick<PoolSearch, "q" | "role" | "trade" | "assignment" | "sort" | "dir">,
): PoolMember[] {
  const { q = "", role, trade, assignment, sort = "name", dir } = search;
  const sign = dir === "desc" ? -1 : 1;
  const compare = compareBySort[sort];
  return pool
    .filter(
      (member) =>
        (role === undefined || member.role === role) &&
        (trade === undefined || member.trade === trade) &&
        (assignment === undefined || (assignment === "assigned") === isAssigned(member)) &&
        memberMatches(member, q),
    )
    .sort(
      (a, b) =>
        emptyLast(sort, a, b) || sign * compare(a, b) || (sort === "name" ? 0 : byName(a, b)),
    );
}

/** True when a member is on a team of any project. */
export function isAssigned({ assignedProjects }: PoolMember): boolean {
  return assignedProjects.length > 0;
}

/** The trades that the pool has, in order, each once. */
export function tradesOf(pool: readonly PoolMember[]): string[] {
  return [...new Set(pool.flatMap(({ trade }) => trade ?? []))].sort(compareTexts);
}

const byName: Compare = (a, b) =>
  compareTexts(a.firstName, b.firstName) || compareTexts(a.lastName, b.lastName);

const compareBySort: Readonly<Record<PoolSort, Compare>> = {
  name: byName,
  role: (a, b) => compareTexts(roleLabel(a.role), roleLabel(b.role)),
  trade: (a, b) => compareTexts(a.trade ?? "", b.trade ?? ""),
  projects: (a, b) => a.assignedProjects.length - b.assignedProjects.length,
};

/** Members without a trade come last in both directions. */
function emptyLast(sort: PoolSort, a: PoolMember, b: PoolMember): number {
  return sort === "trade" ? Number(a.trade === null) - Number(b.trade === null) : 0;
}
