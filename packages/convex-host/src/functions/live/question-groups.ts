import { type GateAnswer, QueryGroup, type QueryPart, type Question } from "./live-query.ts";
import type { AppFunction } from "../app/app.ts";

type ByJournal<Client> = Map<string | null, QueryGroup<Client>>;
type ByArguments<Client> = Map<string, ByJournal<Client>>;
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
    const byJournal = kept(byArguments, argsText, () => new Map() as ByJournal<Client>);
    return kept(byJournal, journal, () => new QueryGroup<Client>(question));
  }

  /** Removes a group without live queries. */
  delete(group: QueryGroup<Client>): void {
    const { part, called, given, argsText, journal } = group.question;
    const byGiven = this.#byPart.get(part)?.get(called);
    const byArguments = byGiven?.get(given);
    const byJournal = byArguments?.get(argsText);
    if (byJournal?.get(journal) !== group) return;
    byJournal.delete(journal);
    if (byJournal.size === 0) byArguments?.delete(argsText);
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
