import type { IndexRange } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { QueryCtx } from "../context/context.ts";

type Event = Doc<"events">;

/**
 * The position of an event in history: its arrival time, and its creation time among events of the same arrival time.
 */
type Place = readonly [at: number, creationTime: number];

/** The unit, project or workspace whose events are read. */
export type Source = { unitId: Id<"units"> } | { projectId: Id<"projects"> } | "workspace";

/**
 * The part of history to read: the events after one position up to another (null: unbounded), with an arrival time from
 * `from` (inclusive) to `before` (exclusive).
 */
export type Part = { after: Place | null; through: Place | null; from: number; before: number };

/** The events of all sources, merged, newest first. */
export async function* eventsOf(
  ctx: QueryCtx,
  sources: readonly Source[],
  part: Part,
): AsyncGenerator<Event> {
  const ranges = sources.flatMap((source) => rangesOf(ctx, source));
  for await (const event of merged(ranges.map((range) => eventsIn(range, part)))) {
    if (part.through !== null && isBehind(event, part.through)) return;
    yield event;
  }
}

/** The rest of an index of events after its equality fields. */
type ByMoment = {
  gte: (field: "at", from: number) => { lt: (field: "at", before: number) => IndexRange };
  eq: (
    field: "at",
    value: number,
  ) => { lt: (field: "_creationTime", before: number) => IndexRange };
};

type Between = (index: ByMoment) => IndexRange;

type Range = (between: Between) => AsyncIterable<Event>;

/** The possible values of an event's `inFeed`. An index that begins with this field is read once for each value. */
const marks = [undefined, true, false] as const;

function rangesOf(ctx: QueryCtx, source: Source): Range[] {
  const events = () => ctx.db.query("events");
  if (source === "workspace") {
    return marks.map(
      (mark) => (between) =>
        events()
          .withIndex("inFeed_at", (q) => between(q.eq("inFeed", mark)))
          .order("desc"),
    );
  }
  if ("unitId" in source) {
    return marks.map(
      (mark) => (between) =>
        events()
          .withIndex("unitId_inFeed_at", (q) =>
            between(q.eq("unitId", source.unitId).eq("inFeed", mark)),
          )
          .order("desc"),
    );
  }
  return [
    (between) =>
      events()
        .withIndex("projectId_at", (q) => between(q.eq("projectId", source.projectId)))
        .order("desc"),
  ];
}

/**
 * The events of one range, newest first. With `after`, it first reads the older events of the same arrival time, then
 * all earlier ones.
 */
async function* eventsIn(range: Range, { after, from, before }: Part): AsyncGenerator<Event> {
  if (after !== null && after[0] < before) {
    const [at, creationTime] = after;
    if (at < from) return;
    yield* range((index) => index.eq("at", at).lt("_creationTime", creationTime));
  }
  const end = Math.min(before, after?.[0] ?? Infinity);
  yield* range((index) => index.gte("at", from).lt("at", end));
}

/** Merges sorted lists into one sorted list. */
async function* merged(lists: readonly AsyncGenerator<Event>[]): AsyncGenerator<Event> {
  const heads: { event: Event; list: AsyncGenerator<Event> }[] = [];
  const advance = async (list: AsyncGenerator<Event>) => {
    const next = await list.next();
    if (next.done !== true) heads.push({ event: next.value, list });
  };
  for (const list of lists) await advance(list);
  while (heads.length > 0) {
    const newest = heads.reduce((best, head) =>
      isBehind(best.event, placeOfEvent(head.event)) ? head : best,
    );
    heads.splice(heads.indexOf(newest), 1);
    yield newest.event;
    await advance(newest.list);
  }
}

function placeOfEvent({ at, _creationTime }: Event): Place {
  return [at, _creationTime];
}

function isBehind(event: Event, [at, creationTime]: Place): boolean {
  return event.at < at || (event.at === at && event._creationTime < creationTime);
}

export function cursorOf(event: Event): string {
  return placeOfEvent(event).join("_");
}

const cursorPattern = /^(-?\d{1,16})_(\d{1,16}(?:\.\d{1,12})?)$/;

/** The position that a cursor encodes; null without a cursor. Throws "invalid" for a malformed cursor. */
export function placeOf(cursor: string | null | undefined): Place | null {
  if (cursor === undefined || cursor === null) return null;
  const [, at, creationTime] = cursorPattern.exec(cursor) ?? [];
  if (creationTime === undefined)
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return [Number(at), Number(creationTime)];
}
