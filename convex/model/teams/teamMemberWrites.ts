import type { Doc } from "../../_generated/dataModel.js";
import { AppError, must } from "../../lib/errors.ts";
import { personName } from "../../lib/names.ts";
import type { CreateMemberInput, UpdateMemberInput } from "../../rules/inputs/teamMembers.ts";
import type { WriterCtx } from "../context/context.ts";
import { changesOf, patchOf, recordEvent } from "../history/events.ts";
import { maxMembers, requireMember } from "./teamMembers.ts";

type Member = Doc<"teamMembers">;

/** Adds a person to the pool; the caller is stored as creator. */
export async function addMember(
  ctx: WriterCtx,
  { email, trade, phone, ...required }: CreateMemberInput,
  at = Date.now(),
): Promise<Member> {
  const pool = await ctx.db.query("teamMembers").take(maxMembers);
  if (pool.length === maxMembers) {
    throw new AppError("invalid", `The team pool has at most ${maxMembers} members`);
  }
  const fields = {
    firstName: required.firstName,
    lastName: required.lastName,
    email,
    role: required.role,
    ...(trade ? { trade } : {}),
    ...(phone ? { phone } : {}),
    isActive: required.isActive ?? true,
  };
  const id = await ctx.db.insert("teamMembers", {
    ...fields,
    createdBy: ctx.viewer._id,
    createdAt: at,
  });
  const member = must(await ctx.db.get("teamMembers", id), "a member just added exists");
  await recordEvent(ctx, {
    ...{ kind: "member.added", at, teamMemberId: id, label: personName(member) },
    changes: changesOf({}, fields),
  });
  return member;
}

/** Updates the sent fields of a member; returns the updated member. */
export async function updateMember(
  ctx: WriterCtx,
  member: Member,
  input: UpdateMemberInput,
): Promise<Member> {
  const changes = changesOf(member, input);
  if (changes.length === 0) return member;
  await ctx.db.patch("teamMembers", member._id, patchOf(changes));
  await recordEvent(ctx, {
    kind: "member.updated",
    teamMemberId: member._id,
    label: personName(member),
    changes,
  });
  return await requireMember(ctx, member._id);
}
