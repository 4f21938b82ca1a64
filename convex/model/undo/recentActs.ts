import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { toIso } from "../../lib/dates.ts";
import { AppError } from "../../lib/errors.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { RecentActsInput } from "../../rules/inputs/undo.ts";
import { can } from "../../rules/permissions.ts";
import type { QueryCtx, Viewer } from "../context/context.ts";
import { creationOf, eventCount } from "../history/batches.ts";
import { toHistoryEvents, vHistoryEvent } from "../history/toldEvents.ts";
import type { Event } from "./reversal.ts";
import { mayUndo } from "./reversals.ts";

/**
 * The maximum number of events of the workspace that one page reads. When others are busy, a page is shorter, and the
 * next page continues after it.
 */
const mostLookedAt = 1000;

/**
 * The maximum time between an act and its event, in milliseconds. An act that waited on a device counts from its
 * arrival.
 */
const pastMs = 60_000;

/** The cost, in events, of skipping the many events of one transaction: some of them were read in vain. */
const lookOfLeap = 5;

/** The maximum number of acts on a page that has grown; each costs half a dozen of the 4,096 reads of a transaction. */
const mostOnGrownPage = 500;

const vRecentAct = v.object({
  /**
   * The event of the act. For an act on many records it is the newest event, or the creation of the project that was
   * made with its units.
   */
  event: vHistoryEvent,
  /** The batch of an act on many records; null for other acts. */
  batchId: v.union(v.id("batches"), v.null()),
  /** The number of records of the act. */
  count: v.number(),
  undoneAt: v.union(v.string(), v.null()),
  /** `isUndo` is true for an act that undid another one, `isRedo` for one that repeated an undone act. */
  isUndo: v.boolean(),
  isRedo: v.boolean(),
  /** True while the caller may undo the act. */
  canUndo: v.boolean(),
});

export const vRecentActs = v.object({
  page: v.array(vRecentAct),
  continueCursor: v.union(v.string(), v.null()),
});

type Act = { event: Event; batch: Doc<"batches"> | null };

/** A page of the caller's own acts, newest first. */
export async function recentActs(
  ctx: QueryCtx & Viewer,
  { cursor, through, limit }: RecentActsInput,
): Promise<Infer<typeof vRecentActs>> {
  const end = through == null ? null : placeOf(through);
  const { acts, next } = await actsBefore(ctx, { start: placeOf(cursor), end, limit });
  const teller = { ...ctx, money: can(ctx.viewer.role, "money:read") };
  const told = await toHistoryEvents(
    teller,
    acts.map(({ event }) => event),
  );
  const page = acts.flatMap((act, index) => {
    const event = told[index];
    return event === undefined ? [] : [{ event, ...stateOf(ctx, act) }];
  });
  return { page, continueCursor: next === null ? null : String(next) };
}

function stateOf(ctx: Viewer, { event, batch }: Act) {
  const { undoneAt, undoes, isRedo = false } = batch ?? event;
  return {
    batchId: batch?._id ?? null,
    count: batch === null ? 1 : eventCount(batch),
    undoneAt: toIso(undoneAt),
    isUndo: undoes !== undefined && !isRedo,
    isRedo,
    canUndo: undoneAt === undefined && mayUndo(ctx, event),
  };
}

interface Span {
  start: number;
  /** The end of a page that was read before, so that acts added since stay on that page; null for a new page. */
  end: number | null;
  limit: number;
}

/**
 * The acts whose events were recorded before a creation time; `next` is the start of the next page, or null when there
 * are no more.
 */
async function actsBefore(ctx: QueryCtx & Viewer, { start, end, limit }: Span) {
  const most = end === null ? limit : mostOnGrownPage;
  const acts: Act[] = [];
  const seen = new Set<Id<"batches">>();
  let before = start;
  let left = mostLookedAt;
  for (;;) {
    if (acts.length === most || left <= 0) return { acts, next: end ?? before };
    const events = await ctx.db
      .query("events")
      .withIndex("by_creation_time", (q) =>
        q.gte("_creationTime", end ?? -Infinity).lt("_creationTime", before),
      )
      .order("desc")
      .take(Math.min(left, 100));
    if (events.length === 0) return { acts, next: end };
    for (const event of events) {
      // The event belongs to an act that is in the list already.
      if (event._creationTime >= before) continue;
      left -= 1;
      before = event._creationTime;
      if (event.userId !== ctx.viewer._id || isOfThePast(event)) continue;
      const batch = event.batchId ? await ctx.db.get("batches", event.batchId) : null;
      const part = batch && partAround(batch, event);
      if (batch === null || (part?.isLast === true && !seen.has(batch._id))) {
        acts.push({ event: (batch && (await creationOf(ctx, batch))) ?? event, batch });
        if (batch !== null) seen.add(batch._id);
      }
      // The other events of the act in this transaction are skipped.
      if (part !== null) before = part.from;
      if (acts.length === most) break;
    }
    const isLeap = before < (events.at(-1)?._creationTime ?? before);
    if (isLeap) left -= lookOfLeap;
  }
}

/**
 * True for an event that was recorded for an earlier time, as those of the demo workspace are: it is not a recent act.
 */
function isOfThePast({ at, _creationTime }: Event): boolean {
  return _creationTime - at > pastMs;
}

/**
 * The start of the batch's part that contains the event, and whether it is the last part; null when no part contains
 * it.
 */
function partAround({ parts = [] }: Doc<"batches">, { _creationTime: at }: Event) {
  const index = parts.findIndex(({ from, to }) => from <= at && at <= to);
  const part = parts[index];
  return part === undefined ? null : { from: part.from, isLast: index === parts.length - 1 };
}

function placeOf(cursor: string | null | undefined): number {
  if (cursor === undefined || cursor === null) return Infinity;
  if (!/^\d{1,16}(\.\d{1,12})?$/.test(cursor))
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return Number(cursor);
}
