import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import { updateMemberAndWork } from "./model/deletion/leavers.ts";
import { deleteTeamMember } from "./model/deletion/teamMembers.ts";
import * as Pool from "./model/teams/pool.ts";
import { requireMember } from "./model/teams/teamMembers.ts";
import * as Writes from "./model/teams/teamMemberWrites.ts";
import { createMemberInput, updateMemberInput } from "./rules/inputs/teamMembers.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));

/** The pool by first, then last name, each member with their projects. */
export const list = staffQuery("pool:read")({
  args: {},
  returns: v.array(Pool.vPoolMember),
  handler: async (ctx) => await Pool.listPool(ctx),
});

/** Adds a person to the pool; a resent key answers with the first member. */
export const create = staffMutation("pool:write")({
  args: {
    firstName: v.string(),
    lastName: v.string(),
    email: v.string(),
    role: v.string(),
    trade: optionalText,
    phone: optionalText,
    isActive: v.optional(v.boolean()),
    key: v.optional(v.string()),
  },
  returns: Pool.vPoolMember,
  handler: async (ctx, { key, ...sent }) => {
    const input = parseInput(createMemberInput, sent);
    return await answerOnce(ctx, { operation: "teamMembers:create", key }, async () =>
      Pool.toPoolMember(ctx, await Writes.addMember(ctx, input)),
    );
  },
});

/** Updates the sent fields of a member; every holder of the permission may change every member. */
export const update = staffMutation("pool:write")({
  args: {
    teamMemberId: v.string(),
    firstName: v.optional(v.string()),
    lastName: v.optional(v.string()),
    email: v.optional(v.string()),
    role: v.optional(v.string()),
    trade: optionalText,
    phone: optionalText,
    isActive: v.optional(v.boolean()),
  },
  returns: Pool.vPoolMember,
  handler: async (ctx, { teamMemberId, ...sent }) => {
    const member = await requireMember(ctx, teamMemberId);
    const input = parseInput(updateMemberInput, sent);
    return await Pool.toPoolMember(ctx, await updateMemberAndWork(ctx, member, input));
  },
});

/** Deletes a member who is assigned to no project; the time recorded for them stays. */
export const remove = staffMutation("pool:write")({
  args: { teamMemberId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { teamMemberId }) => {
    await deleteTeamMember(ctx, await requireMember(ctx, teamMemberId));
    return { success: true as const };
  },
});
