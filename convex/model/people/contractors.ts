import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError, must } from "../../lib/errors.ts";
import type { CreateContractorInput, UpdateContractorInput } from "../../rules/inputs/projects.ts";
import type { QueryCtx, WriterCtx } from "../context/context.ts";
import { changesOf, recordEvent } from "../history/events.ts";

type Contractor = Doc<"contractors">;

/** A project has at most this many contractors, so that all of them are one answer. */
const maxContractors = 1000;

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

/** A contractor as responses carry it. */
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

/** The contractor of a sent id. */
export async function requireContractor(ctx: QueryCtx, sent: string): Promise<Contractor> {
  const id = ctx.db.normalizeId("contractors", sent);
  const contractor = id === null ? null : await ctx.db.get("contractors", id);
  // A removed project's contractors go with it in steps; none of them is found any more.
  const project = contractor && (await ctx.db.get("projects", contractor.projectId));
  if (contractor === null || project === null) {
    throw new AppError("not_found", "Contractor not found");
  }
  return contractor;
}

/** Adds a contractor to a project. */
export async function addContractor(
  ctx: WriterCtx,
  projectId: Id<"projects">,
  { companyName, isActive = true, ...texts }: CreateContractorInput,
): Promise<Contractor> {
  if ((await listContractors(ctx, projectId)).length >= maxContractors) {
    throw new AppError("invalid", `A project has at most ${maxContractors} contractors`);
  }
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
  const createdAt = Date.now();
  const id = await ctx.db.insert("contractors", {
    ...given,
    ...{ projectId, companyName, isActive, createdAt },
  });
  await recordEvent(ctx, {
    kind: "contractor.added",
    ...{ projectId, contractorId: id, label: companyName },
  });
  return must(await ctx.db.get("contractors", id), "a contractor just added exists");
}

/** Updates the sent fields of a contractor. */
export async function updateContractor(
  ctx: WriterCtx,
  contractor: Contractor,
  input: UpdateContractorInput,
): Promise<Contractor> {
  const changes = changesOf(contractor, input);
  if (changes.length === 0) return contractor;
  const patch = Object.fromEntries(changes.map(({ field, to }) => [field, to ?? undefined]));
  await ctx.db.patch("contractors", contractor._id, patch);
  await recordEvent(ctx, { kind: "contractor.updated", ...subjectOf(contractor), changes });
  return must(await ctx.db.get("contractors", contractor._id), "a contractor updated exists");
}

/** Removes a contractor from its project. */
export async function removeContractor(ctx: WriterCtx, contractor: Contractor): Promise<void> {
  await ctx.db.delete("contractors", contractor._id);
  await recordEvent(ctx, { kind: "contractor.removed", ...subjectOf(contractor) });
}

function subjectOf({ _id, projectId, companyName }: Contractor) {
  return { projectId, contractorId: _id, label: companyName };
}
