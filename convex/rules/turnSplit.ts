import { type BlockedReason, blockedReasons } from "./labels.ts";

/** The days from `from` to before `to` at whose end something was blocked; `since` is the moment that the block began. */
export type BlockedDays = { reason: BlockedReason; from: number; to: number; since: number };

/** A task as the split of a turn sees it, by days; Infinity where it was not started or is not completed. */
export type SplitTask = { started: number; completed: number; blocks: readonly BlockedDays[] };

/** A turn from its first day to before its last, with the tasks of the unit and the unit's own blocks. */
export type SplitTurn = {
  start: number;
  end: number;
  tasks: readonly SplitTask[];
  blocks: readonly BlockedDays[];
};

/** The days of a turn by what they went to; the parts add up to the total. */
export type Days = {
  beforeWork: number;
  blocked: Record<BlockedReason, number>;
  finalCheck: number;
  working: number;
  total: number;
};

/** No days at all. */
function noDays(): Days {
  const blocked = Object.fromEntries(blockedReasons.map((reason) => [reason, 0]));
  return {
    beforeWork: 0,
    blocked: blocked as Days["blocked"],
    finalCheck: 0,
    working: 0,
    total: 0,
  };
}

/** The parts of a turn in the order in which they are told. */
export const parts = ["beforeWork", ...blockedReasons, "finalCheck", "working"] as const;

export type Part = (typeof parts)[number];

/** The days of a part. */
export function daysOf(days: Days, part: Part): number {
  return isReason(part) ? days.blocked[part] : days[part];
}

/** Days with another number for each part, and this total. */
export function daysBy(total: number, numberOf: (part: Part) => number): Days {
  const days = noDays();
  for (const part of parts) addTo(days, part, numberOf(part));
  return { ...days, total };
}

/**
 * The days of a turn by what they went to: each day goes to the first part that holds at its end. Nothing changes between
 * two neighbouring days on which something begins or ends, so that a turn of many years is as quick as a short one.
 */
export function splitTurn(turn: SplitTurn): Days {
  const days = noDays();
  const turningPoints = [
    ...turn.blocks.flatMap(({ from, to }) => [from, to]),
    ...turn.tasks.flatMap(({ started, completed, blocks }) => [
      ...[started, completed],
      ...blocks.flatMap(({ from, to }) => [from, to]),
    ]),
  ].filter((day) => day > turn.start && day < turn.end);
  const firsts = [...new Set([turn.start, ...turningPoints])].sort((a, b) => a - b);
  for (const [index, first] of firsts.entries()) {
    const length = (firsts[index + 1] ?? turn.end) - first;
    addTo(days, partOf(turn, first), length);
    days.total += length;
  }
  return days;
}

function addTo(days: Days, part: Part, count: number): void {
  if (isReason(part)) days.blocked[part] += count;
  else days[part] += count;
}

function isReason(part: Part): part is BlockedReason {
  return (blockedReasons as readonly Part[]).includes(part);
}

/** The part that a day goes to: the first that holds. */
function partOf({ tasks, blocks }: SplitTurn, day: number): Part {
  const open = tasks.filter(({ completed }) => completed > day);
  const block = blocks.find((each) => covers(each, day)) ?? sharedBlock(open, day);
  if (block !== undefined) return block.reason;
  if (tasks.every(({ started }) => started > day)) return "beforeWork";
  return open.length === 0 ? "finalCheck" : "working";
}

/** The oldest block of these tasks when each of them is blocked; undefined when one is not, or without tasks. */
function sharedBlock(open: readonly SplitTask[], day: number): BlockedDays | undefined {
  let oldest: BlockedDays | undefined;
  for (const { blocks } of open) {
    const block = blocks.find((each) => covers(each, day));
    if (block === undefined) return undefined;
    if (oldest === undefined || block.since < oldest.since) oldest = block;
  }
  return oldest;
}

function covers({ from, to }: BlockedDays, day: number): boolean {
  return from <= day && day < to;
}
