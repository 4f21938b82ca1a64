import { shownChanges } from "./changes.ts";
import type { HistoryEvent } from "./history-event.ts";
import { isOfUnit } from "./names.ts";
import { toldField } from "./update-words.ts";

/** A line of a history: one event, or several that are told as one, the newest first. */
export type HistoryEntry = readonly [HistoryEvent, ...HistoryEvent[]];

/** Fewer acts that are alike are told one by one. */
const fewestOfRun = 4;
/** Acts of a run follow each other within this time. */
const pauseMs = 5 * 60_000;

/** Events, newest first, as lines: an act on many records is one, and so is a long run of acts that are alike. */
export function entriesOf(events: readonly HistoryEvent[]): HistoryEntry[] {
  return batchesOf(events).flatMap((entries) =>
    "batch" in entries ? [entries.batch] : runsOf(entries.single),
  );
}

type Part = { batch: HistoryEntry } | { single: HistoryEvent[] };

/** Acts on many records, and the events between them. */
function batchesOf(events: readonly HistoryEvent[]): Part[] {
  const parts: Part[] = [];
  for (const entry of actsOf(events)) {
    const last = parts.at(-1);
    if (entry.length > 1) parts.push({ batch: entry });
    else if (last !== undefined && "single" in last) last.single.push(entry[0]);
    else parts.push({ single: [entry[0]] });
  }
  return parts;
}

/** Events, newest first, with those of an act on many records together. */
export function actsOf(events: readonly HistoryEvent[]): HistoryEntry[] {
  return joined(events, isSameBatch);
}

function runsOf(events: readonly HistoryEvent[]): HistoryEntry[] {
  return joined(events, isSameRun).flatMap((entry): HistoryEntry[] =>
    entry.length >= fewestOfRun ? [entry] : entry.map((event): HistoryEntry => [event]),
  );
}

/** Neighbours that belong together, joined. */
function joined(
  events: readonly HistoryEvent[],
  belong: (newer: HistoryEvent, older: HistoryEvent) => boolean,
): HistoryEntry[] {
  const entries: [HistoryEvent, ...HistoryEvent[]][] = [];
  for (const event of events) {
    const last = entries.at(-1);
    const newer = last?.at(-1);
    if (last !== undefined && newer !== undefined && belong(newer, event)) last.push(event);
    else entries.push([event]);
  }
  return entries;
}

function isSameBatch(one: HistoryEvent, other: HistoryEvent): boolean {
  return one.batchId !== null && one.batchId === other.batchId;
}

/** True for acts of one person that are alike, in one place and shortly one after the other. */
function isSameRun(newer: HistoryEvent, older: HistoryEvent): boolean {
  return (
    newer.userId === older.userId &&
    alikeness(newer) === alikeness(older) &&
    Date.parse(newer.at) - Date.parse(older.at) <= pauseMs
  );
}

/** The facts in which the acts of a run agree. What a later change stood against is told by itself. */
function alikeness(event: HistoryEvent): string {
  const { id, kind, projectId, unitId, overtaken, undoes, isRedo } = event;
  if (overtaken !== null) return id;
  const place = isOfUnit(kind) ? projectId : unitId;
  const changes = shownChanges(event.changes);
  const field = toldField(changes);
  const state = field === "status" ? changes.find((change) => change.field === field)?.to : null;
  return JSON.stringify([kind, projectId, place, field, state, undoes !== null, isRedo]);
}
