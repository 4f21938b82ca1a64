import { matchOf, noMatch } from "./wordMatch.ts";
import { nameKey, wordsOf } from "./words.ts";

/** A thing that can be found. */
export interface Findable {
  id: string;
  name: string;
  /** Other texts that count as its name. */
  also?: string;
  /** Texts that match too, if at least one sought word is in the name itself, such as the project of a unit. */
  context?: string;
}

interface Entry<Thing> {
  thing: Thing;
  key: string;
  /** Positions in the list of words. */
  own: readonly number[];
  context: Context;
}

/** The context words of things, shared by all things with the same context. */
interface Context {
  key: string;
  places: readonly number[];
}

/**
 * A found thing. The grade is 1 when all words match exactly, 2 when some match as a beginning, 3 when some match with
 * an error.
 */
export interface Found<Thing> {
  thing: Thing;
  grade: number;
}

interface Hit<Thing> {
  entry: Entry<Thing>;
  grade: number;
  /** The position among recent things; Infinity for all others. */
  age: number;
}

interface Search {
  text: string;
  limit: number;
  /** The ids of recent things, the latest first. */
  recent?: readonly string[];
}

/**
 * An index of things by their words. It is built once and searched at each keystroke. Words that many things share,
 * such as those of a project, are stored and compared once.
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

  /** The thing with an id; undefined when there is none. */
  byId(id: string): Thing | undefined {
    return this.#entries.find(({ thing }) => thing.id === id)?.thing;
  }

  /** Calls `take` for each thing that matches all sought words. */
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

/** The best things of all indexes for a text: by grade, then recent things, then by name. */
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

/**
 * The worst grade over the sought words, each with its best match; null when a word has no match, or none is in the
 * name itself.
 */
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

/** Inserts a hit into the sorted list of at most `limit` best hits. */
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
