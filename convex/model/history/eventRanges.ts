import type { IndexRange } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { cursorMessage } from "../../rules/inputs/pages.ts";
import type { QueryCtx } from "../context/context.ts";

type Event = Doc<"events">;

/** The place of an event in history: the moment of its arrival, and its own place among events of the same moment. */
type Place = readonly [at: number, creationTime: number];

/** The subject of a piece of history. */
export type Source = { unitId: Id<"units"> } | { projectId: Id<"projects"> } | "workspace";

/** The part of history that is read: events behind one place up to another, of the moments from `from` until `before`. */
export type Part = { after: Place | null; through: Place | null; from: number; before: number };

/** The events of all sources together, newest first. */
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

/** An index of events behind its equal fields. */
type ByMoment = {
  gte: (field: "at", from: number) => { lt: (field: "at", before: number) => IndexRange };
  eq: (
    field: "at",
    value: number,
  ) => { lt: (field: "_creationTime", before: number) => IndexRange };
};

type Between = (index: ByMoment) => IndexRange;

type Range = (between: Between) => AsyncIterable<Event>;

/** The marks of the dashboard's list that an event may have; an index that begins with them is read once for each. */
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

/** The events of one range, newest first: those of the moment of the place first, then the ones before it. */
async function* eventsIn(range: Range, { after, from, before }: Part): AsyncGenerator<Event> {
  if (after !== null && after[0] < before) {
    const [at, creationTime] = after;
    if (at < from) return;
    yield* range((index) => index.eq("at", at).lt("_creationTime", creationTime));
  }
  const end = Math.min(before, after?.[0] ?? Infinity);
  yield* range((index) => index.gte("at", from).lt("at", end));
}

/** Lists that are in order as one that is in order. */
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

/** The event of a cursor as a place in history. */
export function placeOf(cursor: string | null | undefined): Place | null {
  if (cursor === undefined || cursor === null) return null;
  const [, at, creationTime] = cursorPattern.exec(cursor) ?? [];
  if (creationTime === undefined)
    throw new AppError("invalid", cursorMessage, [{ path: "cursor", message: cursorMessage }]);
  return [Number(at), Number(creationTime)];
}
