import { tz } from "@date-fns/tz";
import { addDays, parseISO } from "date-fns";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { nounOfKind } from "../../rules/historyFields.ts";
import type { HistoryInput, WhileAwayInput } from "../../rules/inputs/history.ts";
import { can } from "../../rules/permissions.ts";
import { companyTimeZone } from "../context/company.ts";
import type { QueryCtx, Viewer } from "../context/context.ts";
import { cursorOf, eventsOf, type Part, placeOf, type Source } from "./eventRanges.ts";
import { toHistoryEvents } from "./toldEvents.ts";

type Event = Doc<"events">;

/**
 * The maximum number of events that one page reads. A narrow filter gives a shorter page, and the next page continues
 * after it.
 */
const mostLookedAt = 1000;

/**
 * The maximum number of projects whose events are read one project at a time. For more projects, the events of the
 * workspace are read and filtered.
 */
const mostProjects = 20;

type MoneyCtx = QueryCtx & { money: boolean };

/** A page of the history of a unit or of a project with its units, newest first. */
export async function historyPage(ctx: MoneyCtx, source: Source, input: HistoryInput) {
  const { kind, cursor, limit } = input;
  const userId = input.userId === undefined ? undefined : ctx.db.normalizeId("users", input.userId);
  if (userId === null) return { page: [], continueCursor: null };
  const fits = (event: Event) =>
    (userId === undefined || event.userId === userId) &&
    (kind === undefined || isOfKind(event, kind));
  const through = input.through ?? null;
  const part = { ...momentsOf(input), after: placeOf(cursor), through: placeOf(through) };
  return await readPage(ctx, { sources: [source], part, fits, limit, end: through });
}

/** A page of the events of other users in these projects since a given time, newest first. */
export async function whileAwayPage(
  ctx: QueryCtx & Viewer,
  projectIds: readonly Id<"projects">[],
  { since, cursor, limit }: WhileAwayInput,
) {
  const { _id: viewerId, role } = ctx.viewer;
  const own = new Set(projectIds);
  const fits = ({ projectId, userId }: Event) =>
    projectId !== undefined && own.has(projectId) && userId !== viewerId;
  const sources: Source[] =
    projectIds.length > mostProjects
      ? ["workspace"]
      : projectIds.map((projectId) => ({ projectId }));
  const part = { from: since, before: Infinity, after: placeOf(cursor), through: null };
  const reader = { ...ctx, money: can(role, "money:read") };
  return await readPage(reader, { sources, part, fits, limit, end: null });
}

interface PageQuestion {
  sources: readonly Source[];
  part: Part;
  fits: (event: Event) => boolean;
  limit: number;
  /** The end of a page that was read before, so that events added since stay on that page; null for a new page. */
  end: string | null;
}

async function readPage(ctx: MoneyCtx, { sources, part, fits, limit, end }: PageQuestion) {
  const most = end === null ? limit : mostLookedAt;
  const shown: Event[] = [];
  let lookedAt = 0;
  let last: Event | null = null;
  let next = end;
  for await (const event of eventsOf(ctx, sources, part)) {
    const isShown = fits(event);
    // One event more than the page shows tells whether another page exists.
    if (lookedAt === mostLookedAt || (isShown && shown.length === most)) {
      next = last && cursorOf(last);
      break;
    }
    if (isShown) shown.push(event);
    lookedAt += 1;
    last = event;
  }
  return { page: await toHistoryEvents(ctx, shown), continueCursor: next };
}

/** True when an event matches a sent kind: one kind, such as "task.updated", or a noun. */
function isOfKind({ kind }: Event, sent: string): boolean {
  return kind === sent || nounOfKind(kind) === sent;
}

/** The time range of the sent company days, both included. */
function momentsOf({ from, to }: HistoryInput): Pick<Part, "from" | "before"> {
  const zone = { in: tz(companyTimeZone()) };
  return {
    from: from === undefined ? -Infinity : parseISO(from, zone).getTime(),
    before: to === undefined ? Infinity : addDays(parseISO(to, zone), 1, zone).getTime(),
  };
}
