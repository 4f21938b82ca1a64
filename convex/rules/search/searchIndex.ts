import { matchOf, noMatch } from "./wordMatch.ts";
import { nameKey, wordsOf } from "./words.ts";

/** A thing that can be found. */
export interface Findable {
  id: string;
  name: string;
  /** Other names of the same thing. */
  also?: string;
  /** Further words by which it is found, once a word of its name is sought too: of a unit its project. */
  context?: string;
}

interface Entry<Thing> {
  thing: Thing;
  key: string;
  /** Places in the list of words. */
  own: readonly number[];
  context: Context;
}

/** The further words of things. */
interface Context {
  key: string;
  places: readonly number[];
}

/** A thing that was found: grade 1 for all words exactly, 2 for beginnings, 3 with an error. */
export interface Found<Thing> {
  thing: Thing;
  grade: number;
}

interface Hit<Thing> {
  entry: Entry<Thing>;
  grade: number;
  /** The place among the recent things; those that are not recent stand behind. */
  age: number;
}

interface Search {
  text: string;
  limit: number;
  /** The ids of recent things, the latest first. */
  recent?: readonly string[];
}

/**
 * Things with their words, made once and then asked for each key. Words that many things have in common, such as those of a
 * project, are kept and compared once.
 */
export class SearchIndex<Thing extends Findable> {
  readonly #words: string[] = [];
  readonly #placeOf = new Map<string, number>();
  readonly #entries: Entry<Thing>[] = [];
  readonly #contexts = new Map<string, Context>();

  constructor(things: Iterable<Thing>) {
    for (const thing of things) {
      const { name, also = "", context = "" } = thing;
      const own = wordsOf(`${name} ${also}`).map((word) => this.#place(word));
      this.#entries.push({ thing, key: nameKey(name), own, context: this.#context(context) });
    }
  }

  /** The thing with an id. */
  byId(id: string): Thing | undefined {
    return this.#entries.find(({ thing }) => thing.id === id)?.thing;
  }

  /** Hands over each thing in which all sought words are found. */
  match(sought: readonly string[], take: (entry: Entry<Thing>, grade: number) => void): void {
    const matches = sought.map((one) => this.#words.map((word) => matchOf(word, one)));
    for (const entry of this.#entries) {
      const grade = gradeOf(entry, matches);
      if (grade !== null) take(entry, grade);
    }
  }

  #context(text: string): Context {
    const known = this.#contexts.get(text);
    if (known !== undefined) return known;
    const context = { key: nameKey(text), places: wordsOf(text).map((word) => this.#place(word)) };
    this.#contexts.set(text, context);
    return context;
  }

  #place(word: string): number {
    const place = this.#placeOf.get(word) ?? this.#words.push(word) - 1;
    this.#placeOf.set(word, place);
    return place;
  }
}

/** The best things of all these for a text: exact before beginnings before errors, then recent ones, then by name. */
export function findIn<Thing extends Findable>(
  indexes: readonly SearchIndex<Thing>[],
  { text, limit, recent = [] }: Search,
): Found<Thing>[] {
  const sought = [...new Set(wordsOf(text))];
  if (sought.length === 0) return [];
  const ages = new Map(recent.map((id, age) => [id, age]));
  const best: Hit<Thing>[] = [];
  for (const index of indexes) {
    index.match(sought, (entry, grade) =>
      keepBest(best, { entry, grade, age: ages.get(entry.thing.id) ?? Infinity }, limit),
    );
  }
  return best.map(({ entry, grade }) => ({ thing: entry.thing, grade }));
}

/** The worst of the best matches of each sought word; null when one has none, or none is in the name itself. */
function gradeOf<Thing>(
  { own, context }: Entry<Thing>,
  matches: readonly (readonly number[])[],
): number | null {
  let grade = noMatch as number;
  let isOwn = false;
  for (const match of matches) {
    const best = bestOf(own, match);
    isOwn ||= best !== Infinity;
    const either = Math.min(best, bestOf(context.places, match));
    if (either === Infinity) return null;
    grade = Math.max(grade, either);
  }
  return isOwn ? grade : null;
}

function bestOf(places: readonly number[], match: readonly number[]): number {
  let best = Infinity;
  for (const place of places) {
    const one = match[place] ?? noMatch;
    if (one !== noMatch && one < best) best = one;
  }
  return best;
}

/** Puts a hit in its place among the best, of which there are at most `limit`. */
function keepBest<Thing extends Findable>(best: Hit<Thing>[], hit: Hit<Thing>, limit: number) {
  const last = best.at(-1);
  if (best.length >= limit && last !== undefined && compareHits(hit, last) >= 0) return;
  let at = best.length;
  while (at > 0) {
    const before = best[at - 1];
    if (before === undefined || compareHits(before, hit) <= 0) break;
    at -= 1;
  }
  best.splice(at, 0, hit);
  if (best.length > limit) best.pop();
}

function compareHits<Thing extends Findable>(a: Hit<Thing>, b: Hit<Thing>): number {
  if (a.grade !== b.grade) return a.grade - b.grade;
  if (a.age !== b.age) return a.age - b.age;
  const [one, other] = [a.entry, b.entry];
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  const [place, otherPlace] = [one.context.key, other.context.key];
  return place === otherPlace ? 0 : place < otherPlace ? -1 : 1;
}
