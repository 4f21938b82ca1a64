import { shownChanges } from "./changes.ts";
import type { HistoryEvent } from "./history-event.ts";
import { isOfUnit } from "./names.ts";
import { toldField } from "./update-words.ts";

/** A line of a history: one event, or several events in one line, the newest first. */
export type HistoryEntry = readonly [HistoryEvent, ...HistoryEvent[]];

/** The smallest number of similar acts that make one line. */
const fewestOfRun = 4;
/** The longest pause in ms between two acts of a run. */
const pauseMs = 5 * 60_000;

/**
 * Groups events, newest first, into lines: an act on many records is one line, and so is a long run of similar acts.
 */
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

/** The events, newest first, with the events of an act on many records grouped. */
export function actsOf(events: readonly HistoryEvent[]): HistoryEntry[] {
  return joined(events, isSameBatch);
}

function runsOf(events: readonly HistoryEvent[]): HistoryEntry[] {
  return joined(events, isSameRun).flatMap((entry): HistoryEntry[] =>
    entry.length >= fewestOfRun ? [entry] : entry.map((event): HistoryEntry => [event]),
  );
}

/** Groups neighbouring events that belong together. */
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

/** True for similar acts of one person in one place, within a short time. */
function isSameRun(newer: HistoryEvent, older: HistoryEvent): boolean {
  return (
    newer.userId === older.userId &&
    alikeness(newer) === alikeness(older) &&
    Date.parse(newer.at) - Date.parse(older.at) <= pauseMs
  );
}

/** A key that the acts of a run share. An event with overtaken changes has a key of its own. */
function alikeness(event: HistoryEvent): string {
  const { id, kind, projectId, unitId, overtaken, undoes, isRedo } = event;
  if (overtaken !== null) return id;
  const place = isOfUnit(kind) ? projectId : unitId;
  const changes = shownChanges(event.changes);
  const field = toldField(changes);
  const state = field === "status" ? changes.find((change) => change.field === field)?.to : null;
  return JSON.stringify([kind, projectId, place, field, state, undoes !== null, isRedo]);
}
