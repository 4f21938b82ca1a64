import { historyField } from "../../../convex/rules/historyFields.ts";
import { formatCount, formatHours } from "../format.ts";
import { shownChanges } from "./changes.ts";
import type { HistoryEntry } from "./entries.ts";
import type { HistoryEvent } from "./history-event.ts";
import { isOfUnit, nounWords, pluralOf, recordWords } from "./names.ts";
import type { ToldChange, ToldValue } from "./told-event.ts";
import { changesWords, fieldWords, toldField } from "./update-words.ts";
import { shortened } from "./values.ts";
import { actWords, verbOfKind } from "./words.ts";

/** The act of a line, to follow a person's name: "set the due day of 48 tasks to Mar 5", "deleted 12 units". */
export function entryWords(entry: HistoryEntry): string {
  const project = entry.find(({ kind }) => kind === "project.created");
  // The event of a new project includes the number of its units.
  if (project !== undefined) return actWords(project);
  return alikeParts(entry).map(partWords).join(", and ");
}

/** The ids of the units in which a line took place, except units that are the line's own subject. */
export function unitsOfEntry(entry: HistoryEntry): string[] {
  const ids = entry.flatMap(({ kind, unitId }) =>
    unitId === null || isOfUnit(kind) ? [] : [unitId],
  );
  return [...new Set(ids)];
}

/** The events of a line grouped by the kind of act, in the order of time. */
function alikeParts(entry: HistoryEntry): HistoryEntry[] {
  const parts = new Map<string, [HistoryEvent, ...HistoryEvent[]]>();
  for (const event of entry.toReversed()) {
    const { kind, overtaken, undoes, isRedo } = event;
    const key = JSON.stringify([
      kind,
      isHeldOff(event),
      overtaken?.length,
      undoes !== null,
      isRedo,
    ]);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [event]);
    else part.push(event);
  }
  return [...parts.values()];
}

/** True when nothing of the event took effect, because a later change stands. */
function isHeldOff({ changes, overtaken }: HistoryEvent): boolean {
  return overtaken !== null && changes.length === 0;
}

function partWords(part: HistoryEntry): string {
  const [first] = part;
  if (part.length === 1) return actWords(first);
  const words = isHeldOff(first)
    ? `${plainWords(part, ({ overtaken }) => overtaken ?? [])}, but later changes stand`
    : plainWords(part, ({ changes }) => changes);
  if (first.undoes === null) return words;
  return first.isRedo ? `did it again: ${words}` : `undid changes: ${words}`;
}

type ChangesOf = (event: HistoryEvent) => readonly ToldChange[];

function plainWords(part: HistoryEntry, changesOf: ChangesOf): string {
  const [{ kind }] = part;
  const { name, times } = subjectOf(part);
  const [, act = "updated"] = kind.split(".");
  switch (kind) {
    case "note.added":
      return `wrote ${name}`;
    case "note.updated":
      return `edited ${name}${times}`;
    case "time.added":
      return `recorded ${hoursOf(part)} in ${name}`;
    case "member.added":
      return `added ${name} to the team pool`;
    case "member.assigned":
      return `put ${name} on the project team${times}`;
    case "member.unassigned":
      return `took ${name} off the project team${times}`;
    case "unit.removed":
      return `deleted ${name}${withTasks(part)}`;
  }
  switch (act) {
    case "updated":
    case "changed":
    case "roleChanged":
      return `${updatesWords(name, part.map(changesOf).map(shownChanges))}${times}`;
    case "moved":
      return `put ${name} in another order`;
    case "removedForGood":
      return `removed ${name} from the trash for good`;
    default:
      return `${verbOfKind(kind)} ${name}${times}`;
  }
}

/**
 * The records of events in words, such as "48 tasks" or "6 before photos". A single record that was changed several
 * times has its name and the count.
 */
function subjectOf(part: HistoryEntry): { name: string; times: string } {
  const [first] = part;
  const records = new Set(part.map(({ id, recordId }) => recordId ?? id));
  if (records.size === 1)
    return { name: recordWords(first), times: ` ${String(part.length)} times` };
  const noun = nounWords(first.kind);
  const { label } = first;
  const isOneSort = noun === "photo" && part.every((event) => event.label === label);
  const sort = isOneSort && label !== null ? `${shortened(label)} ` : "";
  return { name: `${String(records.size)} ${sort}${pluralOf(first.kind)}`, times: "" };
}

function hoursOf(part: HistoryEntry): string {
  return formatHours(part.reduce((sum, { count }) => sum + (count ?? 0), 0));
}

function withTasks(part: HistoryEntry): string {
  const tasks = part.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return tasks === 0 ? "" : ` with ${formatCount(tasks, "task")}`;
}

/** The words for changes of several records: the change that all of them share, or the changed fields. */
function updatesWords(name: string, lists: readonly (readonly ToldChange[])[]): string {
  const [first = []] = lists;
  const field = toldField(first);
  const alike = lists.map((changes) => changes.find((change) => change.field === field));
  const shared = alike.every((change) => change !== undefined) ? sharedChange(alike) : null;
  const isTelling = lists.every((changes) => toldField(changes) === field);
  if (shared !== null && isTelling) return shared(name);
  const all = lists.flat();
  return all.length === 0 ? `changed ${name}` : `changed ${fieldWords(all)} of ${name}`;
}

/** The words for one field's change that several records share; null when their new values differ. */
function sharedChange(changes: readonly ToldChange[]): ((name: string) => string) | null {
  const [first] = changes;
  if (first === undefined) return null;
  const { field, to } = first;
  if (field === "rotation") return (name) => changesWords(name, [first]);
  if (changes.some((change) => change.to !== to)) return null;
  const from = commonOf(changes.map((change) => change.from));
  if (from !== undefined) return (name) => changesWords(name, [{ field, from, to }]);
  if (to !== null) return (name) => changesWords(name, [{ field, from: null, to }]);
  if (field === "blockedReason") return (name) => `unblocked ${name}`;
  if (field === "assignedToId" || field === "crewMemberId")
    return (name) => `took ${name} off their people`;
  return (name) => `cleared the ${historyField(field).words} of ${name}`;
}

function commonOf(values: readonly ToldValue[]): ToldValue | undefined {
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}
