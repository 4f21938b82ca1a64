import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { vBlockedReason } from "../../schema.ts";
import type { NameReader } from "./names.ts";

type Blocked = Pick<Doc<"tasks">, "blockedReason" | "blockedNote" | "blockedAt" | "blockedBy">;

/** The block of a task or a unit in its public form; all fields are null without a block. */
export const vBlock = {
  blockedReason: v.union(vBlockedReason, v.null()),
  blockedNote: v.union(v.string(), v.null()),
  blockedAt: v.union(v.string(), v.null()),
  blockedBy: v.union(v.id("users"), v.null()),
  blockedByName: v.union(v.string(), v.null()),
};

/** The block of a record in its public form. */
export async function blockOf(record: Blocked, names: NameReader) {
  return {
    blockedReason: record.blockedReason ?? null,
    blockedNote: record.blockedNote ?? null,
    blockedAt: toIso(record.blockedAt),
    blockedBy: record.blockedBy ?? null,
    blockedByName: await names.user(record.blockedBy),
  };
}
