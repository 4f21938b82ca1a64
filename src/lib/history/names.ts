import { nounOfKind, wordsOfName } from "../../../convex/rules/historyFields.ts";
import type { ToldEvent } from "./told-event.ts";
import { shortened } from "./values.ts";

const longestName = 60;

const wordsByNoun: Readonly<Record<string, string>> = {
  template: "master task",
  time: "time entry",
  member: "team member",
};

/** The noun for a kind of event. */
export function nounWords(kind: string): string {
  const noun = nounOfKind(kind);
  return wordsByNoun[noun] ?? wordsOfName(noun);
}

/** The plural of the noun for a kind of event. */
export function pluralOf(kind: string): string {
  const noun = nounWords(kind);
  return noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** True for events of units themselves, which are added, changed and removed in their project. */
export function isOfUnit(kind: string): boolean {
  return nounOfKind(kind) === "unit";
}

/** The record of an event within a sentence, such as "Paint walls", "unit 204" or "a before photo". */
export function recordWords({ kind, label }: Pick<ToldEvent, "kind" | "label">): string {
  const noun = nounWords(kind);
  const name = shortened(label ?? "", longestName);
  if (name === "") return `${article(noun)} ${noun}`;
  switch (noun) {
    case "task":
    case "team member":
    case "contractor":
    case "user":
      return name;
    case "photo":
      return `${article(name)} ${name} photo`;
    case "time entry":
      return `a time entry of ${name}`;
    case "unit":
      return /^unit\b/i.test(name) ? name : `unit ${name}`;
    case "note":
      return "a note";
    default:
      return `the ${noun} ${name}`;
  }
}

export function article(word: string): string {
  return /^[aeiou]/i.test(word) && !/^u(ni|se)/i.test(word) ? "an" : "a";
}
