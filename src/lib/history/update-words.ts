import { historyField } from "../../../convex/rules/historyFields.ts";
import { roleLabel } from "../../../convex/rules/labels.ts";
import { readsAlike, shownChanges } from "./changes.ts";
import { article, recordWords } from "./names.ts";
import type { ToldChange, ToldEvent } from "./told-event.ts";
import { valueWords } from "./values.ts";

type Told = Pick<ToldEvent, "kind" | "label" | "changes">;

/** A phrase for the change of a field that has a verb of its own. */
type Phrase = (name: string, change: ToldChange) => string;

const value = ({ field }: ToldChange, side: ToldChange["to"]) => valueWords(field, side);

const given: Phrase = (name, change) =>
  change.to === null
    ? `took ${name} off ${value(change, change.from)}`
    : `gave ${name} to ${value(change, change.to)}`;

const phraseByField: readonly (readonly [string, Phrase])[] = [
  ["status", (name, change) => `moved ${name} to ${value(change, change.to)}`],
  ["blockedReason", blockPhrase],
  ["assignedToId", given],
  ["crewMemberId", given],
  ["role", rolePhrase],
  ["isActive", (name, { to }) => `set ${name} ${to === true ? "active" : "inactive"}`],
  ["rotation", (name) => `turned ${name}`],
];

/** The most telling field of some changes; the list of all fields when none has a phrase. */
export function toldField(changes: readonly ToldChange[]): string {
  const names = changes.map(({ field }) => field);
  const telling = phraseByField.find(([field]) => names.includes(field));
  return telling?.[0] ?? names.join();
}

/**
 * The words of a change of a record: "moved Paint walls to completed", "changed the due day of Tile from Mar 3 to Mar
 * 5".
 */
export function updateWords(event: Told): string {
  return changesWords(recordWords(event), shownChanges(event.changes));
}

/** The words for shown changes, with the name of a record or of several. */
export function changesWords(name: string, changes: readonly ToldChange[]): string {
  for (const [field, phrase] of phraseByField) {
    const change = changes.find((candidate) => candidate.field === field);
    if (change !== undefined) return phrase(name, change);
  }
  const [only, ...others] = changes;
  if (only === undefined) return `changed ${name}`;
  return others.length === 0
    ? changeWords(name, only)
    : `changed ${fieldWords(changes)} of ${name}`;
}

function changeWords(name: string, change: ToldChange): string {
  const { field, from, to } = change;
  const { words, form } = historyField(field);
  const what = `the ${words} of ${name}`;
  const isProse = [from, to].some((side) => typeof side === "string" && isLong(side));
  if (readsAlike(change) || (form === "text" && isProse)) return `changed ${what}`;
  if (to === null) return `cleared ${what}, which was ${value(change, from)}`;
  if (from === null) return `set ${what} to ${value(change, to)}`;
  return `changed ${what} from ${value(change, from)} to ${value(change, to)}`;
}

/** True for texts that need a line of their own. */
function isLong(text: string): boolean {
  return text.length > 40 && !/^\d{4}-\d{2}-\d{2}T/.test(text);
}

/** The names of up to three fields. */
export function fieldWords(changes: readonly ToldChange[]): string {
  const words = [...new Set(changes.map(({ field }) => historyField(field).words))];
  const [first = "", second, third, ...more] = words;
  if (second === undefined) return `the ${first}`;
  if (third === undefined) return `the ${first} and the ${second}`;
  if (more.length === 0) return `the ${first}, the ${second} and the ${third}`;
  return `the ${first}, the ${second} and ${String(words.length - 2)} more`;
}

function blockPhrase(name: string, change: ToldChange): string {
  const { from, to } = change;
  if (to === null) return `unblocked ${name}`;
  if (from === null)
    return to === "other" ? `blocked ${name}` : `blocked ${name}: waiting for ${value(change, to)}`;
  return `changed what ${name} waits for from ${value(change, from)} to ${value(change, to)}`;
}

function rolePhrase(name: string, { to }: ToldChange): string {
  const role = roleLabel(String(to));
  return `made ${name} ${article(role)} ${role}`;
}
