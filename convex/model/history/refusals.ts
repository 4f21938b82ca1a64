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
  const network = networkOf(entry.address ?? "");
  const ofSender = await ofTheHour(ctx, entry, network);
  if (ofSender.some((known) => isSame(known, entry))) return { isKept: false };
  const isStranger = entry.userId === undefined;
  const most = isStranger ? mostOfNetwork : mostOfPerson;
  const isTooMuch =
    ofSender.length >= most || (isStranger && (await haveStrangersEnough(ctx, entry)));
  if (isTooMuch) await countOneMore(ctx, entry, network);
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

async function haveStrangersEnough(ctx: MutationCtx, { kind }: Refusal): Promise<boolean> {
  const entries = await ctx.db
    .query("auditEntries")
    .withIndex("kind_userId", (q) =>
      q
        .eq("kind", kind)
        .eq("userId", undefined)
        .gt("_creationTime", Date.now() - hourMs),
    )
    .take(mostOfStrangers);
  return entries.length >= mostOfStrangers;
}

/** One entry an hour says how many were not kept, and of how many networks: who makes many hides no other's unseen. */
async function countOneMore(
  ctx: MutationCtx,
  { kind, userId }: Refusal,
  network: string,
): Promise<void> {
  const known = await ctx.db
    .query("refusalCounts")
    .withIndex("kind_userId", (q) => q.eq("kind", kind).eq("userId", userId))
    .first();
  const entry = known && (await ctx.db.get("auditEntries", known.entryId));
  if (known === null || entry === null || entry._creationTime <= Date.now() - hourMs) {
    if (known !== null) await ctx.db.delete("refusalCounts", known._id);
    const of = { kind, ...(userId !== undefined && { userId }) };
    const details = { more: 1, addresses: 1 };
    const entryId = await ctx.db.insert("auditEntries", { ...of, details });
    await ctx.db.insert("refusalCounts", { ...of, entryId, networks: [network] });
    return;
  }
  const isNew = !known.networks.includes(network) && known.networks.length < mostNetworks;
  const networks = isNew ? [...known.networks, network] : known.networks;
  if (isNew) await ctx.db.patch("refusalCounts", known._id, { networks });
  const more = Number(entry.details["more"]) + 1;
  await ctx.db.patch("auditEntries", entry._id, { details: { more, addresses: networks.length } });
}

function isSame(known: Doc<"auditEntries">, entry: Refusal): boolean {
  return known._creationTime > Date.now() - sameWithinMs && textOf(known) === textOf(entry);
}

function textOf({ userId, email, address, details }: Refusal): string {
  const facts = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([userId ?? null, email ?? null, address ?? null, facts]);
}
