import type { Doc } from "../../_generated/dataModel.js";
import { networkOf } from "../../lib/networks.ts";
import type { AuditKind } from "../../rules/labels.ts";
import type { MutationCtx } from "../context/context.ts";

/**
 * Kinds of entries that callers without any permission can cause. Their number is bounded, so that no caller fills the
 * disk.
 */
const provokedKinds: readonly string[] = [
  "auth.refused",
  "access.refused",
  "adminKey.refused",
] satisfies AuditKind[];

/**
 * The maximum number of stored entries of one provoked kind in an hour: of one user, of one network of strangers, and
 * of all strangers together.
 */
const mostOfPerson = 200;
const mostOfNetwork = 20;
const mostOfStrangers = 200;
/**
 * The larger maximum for a network's first entry. It is stored even after the strangers' maximum is reached, so that a
 * flood from one network does not hide the others.
 */
const mostWithNewcomers = 400;
const hourMs = 3_600_000;

/** The time within which an equal refusal is a repetition, in milliseconds: a page sends many requests at once. */
const sameWithinMs = 60_000;

/** The maximum number of networks that one count tells apart. */
const mostNetworks = 200;

type Refusal = Omit<Doc<"auditEntries">, "_id" | "_creationTime">;

/**
 * Decides whether a refusal is stored, and with which network. A repetition is dropped; a refusal beyond the bounds is
 * only counted.
 */
export async function judgeRefusal(
  ctx: MutationCtx,
  entry: Refusal,
): Promise<{ isKept: boolean; network?: string }> {
  if (!provokedKinds.includes(entry.kind)) return { isKept: true };
  const { more, addresses } = entry.details;
  // Doors that count by themselves send a number, which is added to the count.
  if (typeof more === "number") {
    await countMore(ctx, entry, { more, networks: [], addresses: Number(addresses) || 0 });
    return { isKept: false };
  }
  const network = networkOf(entry.address ?? "");
  const ofSender = await ofTheHour(ctx, entry, network);
  if (ofSender.some((known) => isSame(known, entry))) return { isKept: false };
  const isStranger = entry.userId === undefined;
  const most = isStranger ? mostOfNetwork : mostOfPerson;
  const share = ofSender.length === 0 ? mostWithNewcomers : mostOfStrangers;
  const isTooMuch =
    ofSender.length >= most || (isStranger && (await haveStrangers(ctx, entry, share)));
  if (isTooMuch) await countMore(ctx, entry, { more: 1, networks: [network], addresses: 1 });
  return isTooMuch ? { isKept: false } : { isKept: true, network };
}

async function ofTheHour(ctx: MutationCtx, { kind, userId }: Refusal, network: string) {
  const since = Date.now() - hourMs;
  const entries = ctx.db.query("auditEntries");
  return userId === undefined
    ? await entries
        .withIndex("kind_userId_network", (q) =>
          q.eq("kind", kind).eq("userId", userId).eq("network", network).gt("_creationTime", since),
        )
        .order("desc")
        .take(mostOfNetwork)
    : await entries
        .withIndex("kind_userId", (q) =>
          q.eq("kind", kind).eq("userId", userId).gt("_creationTime", since),
        )
        .order("desc")
        .take(mostOfPerson);
}

async function haveStrangers(ctx: MutationCtx, { kind }: Refusal, most: number): Promise<boolean> {
  const entries = await ctx.db
    .query("auditEntries")
    .withIndex("kind_userId", (q) =>
      q
        .eq("kind", kind)
        .eq("userId", undefined)
        .gt("_creationTime", Date.now() - hourMs),
    )
    .take(most);
  return entries.length >= most;
}

/**
 * Adds to the one entry an hour that says how many refusals were not stored, and from how many networks. A sender of
 * many refusals therefore cannot hide that others were refused too.
 */
async function countMore(
  ctx: MutationCtx,
  { kind, userId }: Refusal,
  counted: { more: number; networks: string[]; addresses: number },
): Promise<void> {
  const known = await ctx.db
    .query("refusalCounts")
    .withIndex("kind_userId", (q) => q.eq("kind", kind).eq("userId", userId))
    .first();
  const entry = known && (await ctx.db.get("auditEntries", known.entryId));
  if (known === null || entry === null || entry._creationTime <= Date.now() - hourMs) {
    if (known !== null) await ctx.db.delete("refusalCounts", known._id);
    const { more, addresses, networks } = counted;
    const of = { kind, ...(userId !== undefined && { userId }) };
    const entryId = await ctx.db.insert("auditEntries", { ...of, details: { more, addresses } });
    await ctx.db.insert("refusalCounts", { ...of, entryId, networks });
    return;
  }
  const networks = [...new Set([...known.networks, ...counted.networks])].slice(0, mostNetworks);
  if (networks.length > known.networks.length)
    await ctx.db.patch("refusalCounts", known._id, { networks });
  const more = Number(entry.details["more"]) + counted.more;
  const addresses = Math.max(
    Number(entry.details["addresses"]),
    counted.addresses,
    networks.length,
  );
  await ctx.db.patch("auditEntries", entry._id, { details: { more, addresses } });
}

function isSame(known: Doc<"auditEntries">, entry: Refusal): boolean {
  return known._creationTime > Date.now() - sameWithinMs && textOf(known) === textOf(entry);
}

function textOf({ userId, email, address, details }: Refusal): string {
  const facts = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([userId ?? null, email ?? null, address ?? null, facts]);
}
