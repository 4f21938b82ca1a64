import { createHash } from "node:crypto";
import { type GateAnswer, QueryGroup, type QueryPart, type Question } from "./live-query.ts";
import type { AppFunction } from "../app/app.ts";

type ByJournal<Client> = Map<TextKey | null, QueryGroup<Client>>;
type ByArguments<Client> = Map<TextKey, ByJournal<Client>>;
type ByGiven<Client> = Map<GateAnswer, ByArguments<Client>>;
type ByFunction<Client> = Map<AppFunction, ByGiven<Client>>;

/** The groups of live queries, by question. Each field has a map of its own, so that no two questions share a key. */
export class QuestionGroups<Client> {
  readonly #byPart = new Map<QueryPart, ByFunction<Client>>();

  /** The group of this question, created when there is none. */
  groupFor(question: Question): QueryGroup<Client> {
    const { part, called, given, argsText, journal } = question;
    const byFunction = kept(this.#byPart, part, () => new Map() as ByFunction<Client>);
    const byGiven = kept(byFunction, called, () => new Map() as ByGiven<Client>);
    const byArguments = kept(byGiven, given, () => new Map() as ByArguments<Client>);
    const byJournal = kept(byArguments, keyOf(argsText), () => new Map() as ByJournal<Client>);
    return kept(byJournal, journalKeyOf(journal), () => new QueryGroup<Client>(question));
  }

  /** Removes a group without live queries. */
  delete(group: QueryGroup<Client>): void {
    const { part, called, given, argsText, journal } = group.question;
    const byGiven = this.#byPart.get(part)?.get(called);
    const byArguments = byGiven?.get(given);
    const [argsKey, journalKey] = [keyOf(argsText), journalKeyOf(journal)];
    const byJournal = byArguments?.get(argsKey);
    if (byJournal?.get(journalKey) !== group) return;
    byJournal.delete(journalKey);
    if (byJournal.size === 0) byArguments?.delete(argsKey);
    if (byArguments?.size === 0) byGiven?.delete(given);
  }
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}

/** A short text of a client after "=", or the digest of a long one after "#": neither can be spelled as the other. */
type TextKey = string;

/** The most letters of a text that is its own key. */
const longestKey = 1024;

/**
 * The key of a client's text. The engine hashes a text of more than 16,383 letters by its length alone, so a map
 * compares a long key with all others of the same length, letter by letter.
 */
function keyOf(text: string): TextKey {
  if (text.length <= longestKey) return `=${text}`;
  return `#${createHash("sha256").update(text).digest("base64")}`;
}

function journalKeyOf(journal: string | null): TextKey | null {
  return journal === null ? null : keyOf(journal);
}
