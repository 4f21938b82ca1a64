import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { roleLabel } from "../../rules/labels.ts";
import type { SearchInput } from "../../rules/inputs/search.ts";
import { isUserRole } from "../../rules/permissions.ts";
import { hitPath, hitTypes } from "../../rules/search/hitPath.ts";
import { findIn, SearchIndex } from "../../rules/search/searchIndex.ts";
import type { QueryCtx } from "../context/context.ts";
import { newestUnitNames } from "../numbers/unitNames.ts";
import { newestProjects } from "../projects/projects.ts";
import { maxMembers } from "../teams/teamMembers.ts";
import { listUsers } from "../people/users.ts";
import { listTemplates } from "../tasks/taskTemplates.ts";

const nullableText = v.union(v.string(), v.null());

export const vSearchHit = v.object({
  type: literals(...hitTypes),
  id: v.union(
    v.id("projects"),
    v.id("units"),
    v.id("users"),
    v.id("teamMembers"),
    v.id("taskTemplates"),
  ),
  name: v.string(),
  detail: nullableText,
  projectId: v.union(v.id("projects"), v.null()),
  path: v.string(),
});

type Hit = Infer<typeof vSearchHit>;
type Thing = Omit<Hit, "path"> & { context?: string };

/** The maximum number of searched projects, newest first. */
const maxProjects = 1000;

/** The best hits among projects, units, people and task templates. */
export async function searchAll(ctx: QueryCtx, { q, limit }: SearchInput): Promise<Hit[]> {
  if (q.trim() === "") return [];
  const index = new SearchIndex([
    ...(await projectsAndUnits(ctx)),
    ...(await people(ctx)),
    ...(await templates(ctx)),
  ]);
  return findIn([index], { text: q, limit }).map(({ thing: { context: _, ...hit } }) => ({
    ...hit,
    path: hitPath(hit),
  }));
}

/** Unit names are stored in compact rows: ten thousand units are about a hundred documents. */
async function projectsAndUnits(ctx: QueryCtx): Promise<Thing[]> {
  const projects = await newestProjects(ctx, maxProjects);
  const nameById = new Map(projects.map(({ _id, name }) => [_id, name]));
  const units = (await newestUnitNames(ctx)).flatMap(({ projectId, names }): Thing[] => {
    const place = nameById.get(projectId);
    // The rows of unit names keep those of projects in the trash.
    if (place === undefined) return [];
    return names.map(({ id, name }) => ({
      ...{ type: "unit", id, name, detail: place, projectId, context: place },
    }));
  });
  return [
    ...projects.map(({ _id: id, name }): Thing => {
      return { type: "project", id, name, detail: null, projectId: id };
    }),
    ...units,
  ];
}

/** Users and members by name, never by email address. */
async function people(ctx: QueryCtx): Promise<Thing[]> {
  const users = (await listUsers(ctx)).filter(({ role }) => isUserRole(role));
  const members = await ctx.db
    .query("teamMembers")
    .withIndex("firstName_lastName")
    .take(maxMembers);
  return [
    ...users.map((user) => ({ ...user, detail: roleLabel(user.role) })),
    ...members.map((member) => ({ ...member, detail: member.trade ?? roleLabel(member.role) })),
  ].flatMap(({ _id: id, firstName = "", lastName = "", detail }) => {
    const name = `${firstName} ${lastName}`.trim();
    return name === "" ? [] : [{ type: "person", id, name, detail, projectId: null }];
  });
}

async function templates(ctx: QueryCtx): Promise<Thing[]> {
  return (await listTemplates(ctx)).map(({ _id: id, name, category = null }) => ({
    ...{ type: "template", id, name, detail: category, projectId: null },
  }));
}
