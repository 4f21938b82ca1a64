import { type BlockedReason, blockedReasons } from "./labels.ts";

/**
 * The days from `from` (inclusive) to `to` (exclusive) at whose end a block was in force; `since` is the start of the
 * block in milliseconds since the epoch.
 */
export type BlockedDays = { reason: BlockedReason; from: number; to: number; since: number };

/**
 * The day numbers of a task's start and completion, and its blocks; Infinity for a task that was not started or is not
 * completed.
 */
export type SplitTask = { started: number; completed: number; blocks: readonly BlockedDays[] };

/** The days of a turn (`end` is exclusive), the tasks of the unit, and the unit's own blocks. */
export type SplitTurn = {
  start: number;
  end: number;
  tasks: readonly SplitTask[];
  blocks: readonly BlockedDays[];
};

/** The days of a turn, split by cause. The parts add up to the total. */
export type Days = {
  beforeWork: number;
  blocked: Record<BlockedReason, number>;
  finalCheck: number;
  working: number;
  total: number;
};

/** A split of zero days. */
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

/** The parts of a turn in the order of the screen. */
export const parts = ["beforeWork", ...blockedReasons, "finalCheck", "working"] as const;

export type Part = (typeof parts)[number];

/** The number of days of a part. */
export function daysOf(days: Days, part: Part): number {
  return isReason(part) ? days.blocked[part] : days[part];
}

/** A split with the given total and a computed number for each part. */
export function daysBy(total: number, numberOf: (part: Part) => number): Days {
  const days = noDays();
  for (const part of parts) addTo(days, part, numberOf(part));
  return { ...days, total };
}

/**
 * Splits the days of a turn by cause: each day goes to the first part that holds at its end. All days between two
 * changes belong to the same part, so the work grows with the number of changes and not with the length of the turn.
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

/** The part of a day: the first one that holds. */
function partOf({ tasks, blocks }: SplitTurn, day: number): Part {
  const open = tasks.filter(({ completed }) => completed > day);
  const block = blocks.find((each) => covers(each, day)) ?? sharedBlock(open, day);
  if (block !== undefined) return block.reason;
  if (tasks.every(({ started }) => started > day)) return "beforeWork";
  return open.length === 0 ? "finalCheck" : "working";
}

/**
 * The oldest block of the open tasks, if every one of them is blocked; otherwise undefined, also without open tasks.
 */
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
