import type { Doc } from "../../_generated/dataModel.js";
import { networkOf } from "../../lib/networks.ts";
import type { AuditKind } from "../../rules/labels.ts";
import type { MutationCtx } from "../context/context.ts";

/** Kinds that somebody without any right can cause: each is bounded, so that nobody fills the disk with them. */
const provokedKinds: readonly string[] = [
  "auth.refused",
  "access.refused",
  "adminKey.refused",
] satisfies AuditKind[];

/** Entries of one provoked kind in an hour: of one person, of one network nobody is known from, and of all of these. */
const mostOfPerson = 200;
const mostOfNetwork = 20;
const mostOfStrangers = 200;
/** Networks that come when these are used up leave their first entry all the same, as long as all have no more than this. */
const mostWithNewcomers = 400;
const hourMs = 3_600_000;

/** The same refusal again within this time is one entry: a page asks for many things at once. */
const sameWithinMs = 60_000;

/** Networks that are told apart among those that came too often. */
const mostNetworks = 200;

type Refusal = Omit<Doc<"auditEntries">, "_id" | "_creationTime">;

/** The decision whether a refusal is kept, and with which network: a repetition is not, and one too many is only counted. */
export async function judgeRefusal(
  ctx: MutationCtx,
  entry: Refusal,
): Promise<{ isKept: boolean; network?: string }> {
  if (!provokedKinds.includes(entry.kind)) return { isKept: true };
  const { more, addresses } = entry.details;
  // Doors that count by themselves send a number: it is added to what is counted here.
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

/** One entry an hour says how many were not kept, and of how many networks: who makes many hides no other's unseen. */
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
