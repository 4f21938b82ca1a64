import { nounOfKind } from "../../../convex/rules/historyFields.ts";
import { formatCount, formatHours } from "../format.ts";
import { actsOf, type HistoryEntry } from "./entries.ts";
import { entryWords, unitsOfEntry } from "./entry-words.ts";
import type { HistoryEvent } from "./history-event.ts";
import { nounWords, pluralOf } from "./names.ts";
import { shortened } from "./values.ts";
import { eventWords } from "./words.ts";

/** The events of one place: a unit, or a project itself. */
export type PlaceSummary = {
  projectId: string;
  projectName: string;
  unitId: string | null;
  unitName: string | null;
  /** The lines, newest first. */
  lines: SummaryLine[];
};

/** A sentence such as "Sam completed 5 tasks", and the events behind it. */
export type SummaryLine = { words: string; events: readonly HistoryEvent[] };

/** Acts of one person of one kind in one place, the newest first; each record counts once. */
type Acts = { verb: string; events: HistoryEvent[]; records: Set<string> };

type Place = Omit<PlaceSummary, "lines"> & { acts: Map<string, Acts | HistoryEntry> };

type Summary = { places: Map<string, Place>; seen: Set<string> };

/** Summarises events, newest first, as short sentences for each place. */
export function summaryOf(events: readonly HistoryEvent[]): PlaceSummary[] {
  const summary: Summary = { places: new Map(), seen: new Set() };
  for (const act of actsOf(events)) {
    if (act.length === 1) addEvent(summary, act[0]);
    else for (const part of byProject(act)) addBatch(summary, part);
  }
  return [...summary.places.values()].map(({ acts, ...place }) => ({
    ...place,
    lines: [...acts.values()].map((told) => ("verb" in told ? lineOfActs(told) : lineOfMany(told))),
  }));
}

/** An act on many records, project by project. */
function byProject(act: HistoryEntry): HistoryEntry[] {
  const parts = new Map<string | null, [HistoryEvent, ...HistoryEvent[]]>();
  for (const event of act) {
    const part = parts.get(event.projectId);
    if (part === undefined) parts.set(event.projectId, [event]);
    else part.push(event);
  }
  return [...parts.values()];
}

/** The place for an event: its unit, or its project when the events are not of one unit. */
function placeOf({ places }: Summary, event: HistoryEvent, isOfProject: boolean): Place | null {
  const { projectId, projectName } = event;
  if (projectId === null || projectName === null) return null;
  const unitId = isOfProject ? null : event.unitId;
  const unitName = unitId === null ? null : event.unitName;
  const key = unitId ?? projectId;
  const place = places.get(key) ?? {
    ...{ projectId, projectName, unitId, unitName },
    acts: new Map<string, Acts | HistoryEntry>(),
  };
  places.set(key, place);
  return place;
}

/** True for units that are added to or removed from the project; the project's place lists them. */
function isOfProjectItself({ kind }: HistoryEvent): boolean {
  return kind === "unit.added" || kind === "unit.removed";
}

function addEvent(summary: Summary, event: HistoryEvent): void {
  if (isOverlaid(summary, event)) return;
  const place = placeOf(summary, event, isOfProjectItself(event));
  if (place === null) return;
  const verb = verbOf(event);
  const key = `${event.userId ?? ""} ${nounOfKind(event.kind)} ${verb}`;
  const acts = place.acts.get(key) ?? { verb, events: [], records: new Set<string>() };
  if (!("verb" in acts)) return;
  acts.events.push(event);
  acts.records.add(event.recordId ?? event.id);
  place.acts.set(key, acts);
}

/** Adds an act on many records as one line: in the place of its unit, or of the project when it has several units. */
function addBatch(summary: Summary, part: HistoryEntry): void {
  const isOfProject = part.some(isOfProjectItself) || unitsTold(part) > 1;
  const place = placeOf(summary, part[0], isOfProject);
  for (const event of part) isOverlaid(summary, event);
  place?.acts.set(part[0].id, part);
}

function unitsTold(part: HistoryEntry): number {
  return new Set(part.map(({ unitId }) => unitId)).size;
}

/**
 * True for an older status of a task that changed more than once. Only the last status is listed, and its event comes
 * first.
 */
function isOverlaid({ seen }: Summary, event: HistoryEvent): boolean {
  if (!isOfStatus(event)) return false;
  const state = `${event.userId ?? ""} ${event.recordId ?? event.id}`;
  const isSeen = seen.has(state);
  seen.add(state);
  return isSeen;
}

const verbByStatus: Readonly<Record<string, string>> = {
  completed: "completed",
  in_progress: "started",
  not_started: "set back",
};

const verbByAct: Readonly<Record<string, string>> = {
  added: "added",
  assigned: "added",
  created: "created",
  removed: "deleted",
  restored: "restored",
};

function isOfStatus({ kind, changes }: HistoryEvent): boolean {
  return kind === "task.updated" && changes.some(({ field }) => field === "status");
}

function verbOf(event: HistoryEvent): string {
  const status = isOfStatus(event)
    ? event.changes.find(({ field }) => field === "status")?.to
    : undefined;
  if (typeof status === "string") return verbByStatus[status] ?? "changed";
  const [, act = ""] = event.kind.split(".");
  return verbByAct[act] ?? "changed";
}

function lineOfActs({ verb, events, records }: Acts): SummaryLine {
  return { words: wordsOfActs(verb, events, records.size), events };
}

function wordsOfActs(verb: string, events: readonly HistoryEvent[], records: number): string {
  const [newest] = events;
  if (newest === undefined) return "";
  const { userName, kind } = newest;
  if (kind === "time.added") {
    const hours = events.reduce((sum, { count }) => sum + (count ?? 0), 0);
    return `${shortened(userName)} recorded ${formatHours(hours)}`;
  }
  if (records === 1) return eventWords(newest);
  return `${shortened(userName)} ${verb} ${formatCount(records, nounWords(kind), pluralOf(kind))}`;
}

function lineOfMany(entry: HistoryEntry): SummaryLine {
  const units = unitsOfEntry(entry).length;
  const where = units > 1 ? ` in ${formatCount(units, "unit")}` : "";
  return { words: `${shortened(entry[0].userName)} ${entryWords(entry)}${where}`, events: entry };
}
