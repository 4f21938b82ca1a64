import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import * as Contractors from "./model/teams/contractors.ts";
import * as Writes from "./model/teams/contractorWrites.ts";
import { requireProject } from "./model/projects/projects.ts";
import { createContractorInput, updateContractorInput } from "./rules/inputs/projects.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

const optionalFields = {
  contactName: optionalText,
  specialty: optionalText,
  phone: optionalText,
  email: optionalText,
  isActive: v.optional(v.boolean()),
};

/** The contractors of a project by company name. */
export const list = staffQuery("projectTeam:write")({
  args: { projectId: v.string() },
  returns: v.array(Contractors.vContractor),
  handler: async (ctx, { projectId }) => {
    const project = await requireProject(ctx, projectId);
    return (await Contractors.listContractors(ctx, project._id)).map(Contractors.toContractor);
  },
});

/** Adds a contractor to a project; a resent key answers with the first one. */
export const create = staffMutation("project:write")({
  args: {
    projectId: v.string(),
    companyName: v.string(),
    ...optionalFields,
    key: v.optional(v.string()),
  },
  returns: Contractors.vContractor,
  handler: async (ctx, { projectId, key, ...sent }) => {
    const project = await requireProject(ctx, projectId);
    const input = parseInput(createContractorInput, sent);
    return await answerOnce(ctx, { operation: "contractors:create", key }, async () =>
      Contractors.toContractor(await Writes.addContractor(ctx, project._id, input)),
    );
  },
});

/** Updates the sent fields of a contractor. */
export const update = staffMutation("project:write")({
  args: { contractorId: v.string(), companyName: v.optional(v.string()), ...optionalFields },
  returns: Contractors.vContractor,
  handler: async (ctx, { contractorId, ...sent }) => {
    const contractor = await Contractors.requireContractor(ctx, contractorId);
    const input = parseInput(updateContractorInput, sent);
    return Contractors.toContractor(await Writes.updateContractor(ctx, contractor, input));
  },
});

/** Deletes a contractor from its project. */
export const remove = staffMutation("project:write")({
  args: { contractorId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { contractorId }) => {
    const contractor = await Contractors.requireContractor(ctx, contractorId);
    await Writes.deleteContractor(ctx, contractor);
    return { success: true as const };
  },
});
