import { TZDate } from "@date-fns/tz";
import { type BlockedReason, blockedReasons } from "../../convex/rules/labels.ts";

/** The block of a unit or a task from a time on, until the next change. */
export type Said = { at: number; reason: BlockedReason | null; since: number };

export type SlowTask = { started: string | null; completed: string | null; said: Said[] };

type SlowTurn = { start: number; end: number; unit: Said[]; tasks: SlowTask[]; timeZone: string };

const dayMs = 86_400_000;

/** The day of a date as it is sent: a picked day is noon UTC, anything else is seen in the zone. */
export function dayOfDate(iso: string, timeZone: string): number {
  if (iso.endsWith("T12:00:00.000Z")) return Date.parse(iso.slice(0, 10)) / dayMs;
  const local = new TZDate(Date.parse(iso), timeZone);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / dayMs;
}

/** The split of a turn, day by day, by what was said just before the end of each. */
export function slowSplit({ start, end, unit, tasks, timeZone }: SlowTurn) {
  const blocked = Object.fromEntries(blockedReasons.map((reason) => [reason, 0]));
  const days = { beforeWork: 0, finalCheck: 0, working: 0, total: 0 };
  for (let day = start; day < end; day++) {
    const part = partOf(day);
    days.total += 1;
    if (part === "beforeWork" || part === "finalCheck" || part === "working") days[part] += 1;
    else blocked[part] = (blocked[part] ?? 0) + 1;
  }
  return { ...days, blocked };

  function partOf(day: number): string {
    const date = new Date(day * dayMs);
    const midnight = new TZDate(
      ...([date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1, timeZone] as const),
    ).getTime();
    const isBy = (iso: string | null) => iso !== null && dayOfDate(iso, timeZone) <= day;
    const said = (all: Said[]) => all.findLast(({ at }) => at < midnight);
    const own = said(unit);
    if (own?.reason) return own.reason;
    const open = tasks.filter(({ completed }) => !isBy(completed));
    const blocks = open.map((task) => said(task.said)).filter((each) => each?.reason);
    if (open.length > 0 && blocks.length === open.length) {
      const [oldest] = blocks.toSorted((a, b) => (a?.since ?? 0) - (b?.since ?? 0));
      return oldest?.reason ?? "";
    }
    if (!tasks.some(({ started, completed }) => isBy(started ?? completed))) return "beforeWork";
    return open.length === 0 ? "finalCheck" : "working";
  }
}
