import { nounOfKind, wordsOfName } from "../../../convex/rules/historyFields.ts";
import { formatCount, formatHours } from "../format.ts";
import { capitalised } from "./changes.ts";
import { article, nounWords, recordWords } from "./names.ts";
import type { ToldEvent } from "./told-event.ts";
import { updateWords } from "./update-words.ts";
import { shortened, valueWords } from "./values.ts";

/** An event in words: "Sam moved Paint walls to completed". */
export function eventWords(event: ToldEvent & { userName: string }): string {
  return `${shortened(event.userName)} ${actWords(event)}`;
}

/** The act of an event as the start of a line: "Moved Paint walls to completed". */
export function actSentence(event: ToldEvent): string {
  return capitalised(actWords(event));
}

/** The act of an event, to follow a person's name: "moved Paint walls to completed". */
export function actWords(event: ToldEvent): string {
  const { undoes, isRedo } = event;
  const words = standingWords(event);
  if (undoes === null) return words;
  return isRedo ? `did it again: ${words}` : `undid a change: ${words}`;
}

/** The act of an event, with a note when a later change stands instead. */
function standingWords(event: ToldEvent): string {
  const { changes, overtaken } = event;
  if (overtaken === null || changes.length > 0) return plainWords(event);
  return `${plainWords({ ...event, changes: overtaken })}, but a later change stands`;
}

type Words = (event: ToldEvent) => string;

const verbByAct: Readonly<Record<string, string>> = {
  added: "added",
  created: "created",
  removed: "deleted",
  retired: "retired",
  restored: "restored",
  relinked: "reset the sign-in of",
};

const wordsByKind: Readonly<Record<string, Words>> = {
  "project.created": (event) => `created ${recordWords(event)}${withUnits(event)}`,
  "project.removed": (event) => `deleted ${recordWords(event)}${withUnits(event)}`,
  "units.added": ({ count }) => `added ${formatCount(count ?? 0, "unit")}`,
  "unit.removed": (event) => `deleted ${recordWords(event)}${withCount(event, "task")}`,
  "tasks.assigned": assignedWords,
  "tasks.reordered": () => "put the tasks in another order",
  "templates.reordered": () => "put the master tasks in another order",
  "note.added": () => "wrote a note",
  "note.updated": () => "edited a note",
  "time.added": (event) => `recorded ${hoursWords(event)}`,
  "time.removed": (event) => `deleted ${hoursWords(event)}`,
  "member.added": (event) => `added ${recordWords(event)} to the team pool`,
  "member.assigned": (event) => `put ${recordWords(event)} on the project team`,
  "member.unassigned": (event) => `took ${recordWords(event)} off the project team`,
  "contractor.added": (event) => `added the contractor ${recordWords(event)}`,
  "contractor.removed": (event) => `deleted the contractor ${recordWords(event)}`,
  "user.joined": () => "signed in for the first time",
  "user.added": (event) => `added the user ${recordWords(event)}`,
  "user.removed": (event) => `deleted the user ${recordWords(event)}`,
  "user.roleChanged": updateWords,
};

function plainWords(event: ToldEvent): string {
  const { kind } = event;
  const words = Object.hasOwn(wordsByKind, kind) ? wordsByKind[kind] : undefined;
  if (words !== undefined) return words(event);
  const [, act = "updated"] = kind.split(".");
  if (act === "updated" || act === "changed") return updateWords(event);
  if (act === "removedForGood") return `removed ${recordWords(event)} from the trash for good`;
  const verb = verbOfKind(kind);
  // A plural noun is an act on many records, which have no names.
  if (event.count !== null && nounOfKind(kind) !== kind.split(".")[0])
    return `${verb} ${formatCount(event.count, nounWords(kind))}`;
  return `${verb} ${newRecord(event, act)}`;
}

/** The verb of a kind of event: "deleted" of "unit.removed". */
export function verbOfKind(kind: string): string {
  const [, act = "updated"] = kind.split(".");
  const verb = Object.hasOwn(verbByAct, act) ? verbByAct[act] : undefined;
  return verb ?? wordsOfName(act);
}

/** The words for a record: a new task is "a task: Paint walls", an existing record has only its name. */
function newRecord(event: ToldEvent, act: string): string {
  const noun = nounWords(event.kind);
  if (noun !== "task" || (act !== "added" && act !== "created")) return recordWords(event);
  return `${article(noun)} ${noun}: ${recordWords(event)}`;
}

function assignedWords({ count, changes }: ToldEvent): string {
  const names = changes.flatMap(({ field, to }) => (to === null ? [] : valueWords(field, to)));
  const tasks = formatCount(count ?? 0, "task");
  return names.length === 0 ? `added ${tasks}` : `added ${tasks} for ${names.join(" and ")}`;
}

function hoursWords({ count, label }: ToldEvent): string {
  const hours = count === null ? "a time entry" : formatHours(count);
  return label === null ? hours : `${hours} of ${shortened(label)}`;
}

function withUnits(event: ToldEvent): string {
  return withCount(event, "unit");
}

function withCount({ count }: ToldEvent, noun: string): string {
  return count === null || count === 0 ? "" : ` with ${formatCount(count, noun)}`;
}
