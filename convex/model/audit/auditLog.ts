import { tz } from "@date-fns/tz";
import { log } from "convex/server";
import { v } from "convex/values";
import { addDays, parseISO } from "date-fns";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { dayMs, toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { beginningOf } from "../../lib/texts.ts";
import type { ListAuditInput } from "../../rules/inputs/audit.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { AuditKind } from "../../rules/labels.ts";
import { vAuditDetail } from "../../tables/bookkeeping.ts";
import { companyTimeZone } from "../context/company.ts";
import type { MutationCtx, QueryCtx } from "../context/context.ts";
import { judgeRefusal } from "./refusals.ts";

/** The time for which an audit entry is kept, in milliseconds. */
const keptMs = 400 * dayMs;

/** The maximum length of a text in an entry; longer ones are cut. Real addresses, names and ids are shorter. */
const longestText = 255;

export const vNewAuditEntry = v.object({
  kind: v.string(),
  userId: v.optional(v.string()),
  email: v.optional(v.string()),
  address: v.optional(v.string()),
  details: v.record(v.string(), vAuditDetail),
});

export const vAuditEntry = v.object({
  id: v.id("auditEntries"),
  at: v.string(),
  kind: v.string(),
  userId: v.union(v.id("users"), v.null()),
  email: v.union(v.string(), v.null()),
  address: v.union(v.string(), v.null()),
  details: v.record(v.string(), vAuditDetail),
});

export const vAuditPage = v.object({
  page: v.array(vAuditEntry),
  continueCursor: v.union(v.string(), v.null()),
});

type NewEntry = {
  kind: AuditKind;
  /** The user who acted; missing when the act comes from outside or from the host. */
  by?: Pick<Doc<"users">, "_id" | "email"> | undefined;
  /** The email address that a caller without a session claimed. */
  email?: string | undefined;
  details?: Doc<"auditEntries">["details"];
};

/** Adds an entry in the transaction of the act, with the caller's network address, and writes it to the log output. */
export async function recordAudit(ctx: MutationCtx, entry: NewEntry): Promise<void> {
  const { kind, by, details = {} } = entry;
  const { ip } = await ctx.meta.getRequestMetadata();
  const fields = { userId: by?._id, email: by?.email ?? entry.email, address: ip ?? undefined };
  await sayAudit({ kind, ...fields, details });
  await keepEntry(ctx, { kind, ...fields, details });
}

/** Reports a refused call to the log output only: the refused transaction is rolled back and can store nothing. */
export async function sayRefusal(by: Doc<"users">, permission: string): Promise<void> {
  const { _id: userId, email } = by;
  await sayAudit({ kind: "access.refused", userId, email, details: { permission } });
}

async function sayAudit(entry: Kept & { kind: AuditKind }): Promise<void> {
  try {
    await log.audit({ ...entry, address: entry.address ?? log.vars.ip });
  } catch {
    // Official Convex takes audit lines in some plans only; elsewhere they go to the ordinary log.
    console.warn(JSON.stringify({ audit: entry }));
  }
}

type Kept = Pick<Doc<"auditEntries">, "kind" | "details"> & {
  userId?: Id<"users"> | undefined;
  email?: string | undefined;
  address?: string | undefined;
};

/** Stores an entry, unless it is a repeated refusal or exceeds the bounds of refusals. */
export async function keepEntry(ctx: MutationCtx, sent: Kept): Promise<void> {
  const entry = withoutAbsent(shortened(sent));
  const { isKept, network } = await judgeRefusal(ctx, entry);
  if (!isKept) return;
  await ctx.db.insert("auditEntries", { ...entry, ...(network !== undefined && { network }) });
}

/** An entry with bounded texts: the refused person chooses the address and the path, at any length. */
function shortened({ email, details, ...entry }: Kept): Kept {
  const facts = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "string" ? beginningOf(value, longestText) : value,
  ]);
  return {
    ...{ ...entry, email: email === undefined ? email : beginningOf(email, longestText) },
    details: Object.fromEntries(facts) as Kept["details"],
  };
}

function withoutAbsent({ kind, userId, email, address, details }: Kept) {
  return {
    ...{ kind, details },
    ...(userId !== undefined && { userId }),
    ...(email !== undefined && { email }),
    ...(address !== undefined && { address }),
  };
}

/**
 * A page of the audit log, newest entry first. A filter that matches nothing, such as an unknown user, gives an empty
 * page.
 */
export async function auditPage(ctx: QueryCtx, input: ListAuditInput) {
  const { kind, limit } = input;
  const userId = input.userId === undefined ? undefined : ctx.db.normalizeId("users", input.userId);
  if (userId === null) return { page: [], continueCursor: null };
  const { after, before } = timesOf(input);
  const table = ctx.db.query("auditEntries");
  const filtered =
    kind !== undefined && userId !== undefined
      ? table.withIndex("kind_userId", (q) =>
          q
            .eq("kind", kind)
            .eq("userId", userId)
            .gte("_creationTime", after)
            .lt("_creationTime", before),
        )
      : kind !== undefined
        ? table.withIndex("kind", (q) =>
            q.eq("kind", kind).gte("_creationTime", after).lt("_creationTime", before),
          )
        : userId !== undefined
          ? table.withIndex("userId", (q) =>
              q.eq("userId", userId).gte("_creationTime", after).lt("_creationTime", before),
            )
          : table.withIndex("by_creation_time", (q) =>
              q.gte("_creationTime", after).lt("_creationTime", before),
            );
  // One entry more than the page shows tells whether another page exists.
  const entries = await filtered.order("desc").take(limit + 1);
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const isWhole = entries.length <= limit || last === undefined;
  return {
    page: page.map(toAuditEntry),
    continueCursor: isWhole ? null : String(last._creationTime),
  };
}

/** Deletes up to `limit` entries that are older than `keptMs`; returns the number of deleted entries. */
export async function deleteOldEntries(ctx: MutationCtx, limit: number): Promise<number> {
  const old = await ctx.db
    .query("auditEntries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - keptMs))
    .take(limit);
  for (const { _id } of old) await ctx.db.delete("auditEntries", _id);
  return old.length;
}

/** The time range of the request: `after` is inclusive, `before` is exclusive; its days are company days. */
function timesOf({ from, to, cursor }: ListAuditInput): { after: number; before: number } {
  const zone = { in: tz(companyTimeZone()) };
  const after = from === undefined ? 0 : parseISO(from, zone).getTime();
  const end = to === undefined ? Infinity : addDays(parseISO(to, zone), 1, zone).getTime();
  if (cursor === undefined || cursor === null) return { after, before: end };
  // The creation time of each entry is unique, so that of the last entry of a page is a cursor.
  const seen = /^\d{1,16}(\.\d{1,12})?$/.test(cursor) ? Number(cursor) : NaN;
  if (Number.isNaN(seen))
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return { after, before: Math.min(seen, end) };
}

function toAuditEntry(entry: Doc<"auditEntries">) {
  const { _id, _creationTime, kind, userId, email, address, details } = entry;
  return {
    ...{ id: _id, at: toIso(Math.floor(_creationTime)), kind },
    ...{ userId: userId ?? null, email: email ?? null, address: address ?? null, details },
  };
}
