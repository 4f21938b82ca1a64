import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import type { QueryCtx } from "../context/context.ts";

type Contractor = Doc<"contractors">;

/** The maximum number of contractors of a project, so that all of them fit one answer. */
export const maxContractors = 1000;

const nullableText = v.union(v.string(), v.null());

export const vContractor = v.object({
  id: v.id("contractors"),
  projectId: v.id("projects"),
  companyName: v.string(),
  contactName: nullableText,
  specialty: nullableText,
  phone: nullableText,
  email: nullableText,
  isActive: v.boolean(),
  createdAt: v.string(),
});

/** A contractor in its public form. */
export function toContractor(contractor: Contractor) {
  return {
    id: contractor._id,
    projectId: contractor.projectId,
    companyName: contractor.companyName,
    contactName: contractor.contactName ?? null,
    specialty: contractor.specialty ?? null,
    phone: contractor.phone ?? null,
    email: contractor.email ?? null,
    isActive: contractor.isActive,
    createdAt: toIso(contractor.createdAt),
  };
}

/** The contractors of a project by company name. */
export async function listContractors(
  ctx: QueryCtx,
  projectId: Id<"projects">,
): Promise<Contractor[]> {
  return await ctx.db
    .query("contractors")
    .withIndex("projectId_companyName", (q) => q.eq("projectId", projectId))
    .take(maxContractors);
}

/** The contractor of a sent id; throws "not_found" when it or its project is deleted. */
export async function requireContractor(ctx: QueryCtx, sent: string): Promise<Contractor> {
  const id = ctx.db.normalizeId("contractors", sent);
  const contractor = id === null ? null : await ctx.db.get("contractors", id);
  // The contractors of a deleted project are deleted in steps. Those that are left count as deleted.
  const project = contractor && (await ctx.db.get("projects", contractor.projectId));
  if (contractor === null || project === null) {
    throw new AppError("not_found", "Contractor not found");
  }
  return contractor;
}
