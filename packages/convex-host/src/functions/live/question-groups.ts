import { type GateAnswer, QueryGroup, type QueryPart, type Question } from "./live-query.ts";
import type { AppFunction } from "../app/app.ts";

type ByJournal<Client> = Map<string | null, QueryGroup<Client>>;
type ByArguments<Client> = Map<string, ByJournal<Client>>;
type ByGiven<Client> = Map<GateAnswer, ByArguments<Client>>;
type ByFunction<Client> = Map<AppFunction, ByGiven<Client>>;

/** The live queries by what they answer: one map for each field of the question, so that no two questions can meet in a key. */
export class QuestionGroups<Client> {
  readonly #byPart = new Map<QueryPart, ByFunction<Client>>();

  /** The group of this question, made when there is none. */
  groupFor(question: Question): QueryGroup<Client> {
    const { part, called, given, argsText, journal } = question;
    const byFunction = kept(this.#byPart, part, () => new Map() as ByFunction<Client>);
    const byGiven = kept(byFunction, called, () => new Map() as ByGiven<Client>);
    const byArguments = kept(byGiven, given, () => new Map() as ByArguments<Client>);
    const byJournal = kept(byArguments, argsText, () => new Map() as ByJournal<Client>);
    return kept(byJournal, journal, () => new QueryGroup<Client>(question));
  }

  /** Forgets a group that nobody can join any more. */
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
