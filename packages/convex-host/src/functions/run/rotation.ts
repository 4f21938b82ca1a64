import { isStranger } from "../../wire/caller.ts";

/** Work of one group, by taker, in the order in which the takers had their last turn. */
type Group<Work> = Map<string, Work[]>;

/**
 * Work that waits, by taker. Takers have turns in rotation, however much each has waiting; the work of one keeps its order. All
 * strangers together are one taker, and have its turns by address: those of many networks hold up nobody who is signed in.
 */
export class Rotation<Work> {
  /** In the order in which they had their last turn. */
  readonly #groups = new Map<string, Group<Work>>();

  add(taker: string, work: Work): void {
    const name = isStranger(taker) ? "strangers" : taker;
    const group = this.#groups.get(name) ?? new Map<string, Work[]>();
    this.#groups.set(name, group);
    const own = group.get(taker);
    if (own === undefined) group.set(taker, [work]);
    else own.push(work);
  }

  /** The next work, whose taker comes last then; undefined when nothing waits. */
  take(): Work | undefined {
    for (const [name, group] of this.#groups) {
      const work = takeOf(group);
      toTheEnd(this.#groups, name, group.size > 0);
      return work;
    }
    return undefined;
  }
}

function takeOf<Work>(group: Group<Work>): Work | undefined {
  for (const [taker, own] of group) {
    const work = own.shift();
    toTheEnd(group, taker, own.length > 0);
    return work;
  }
  return undefined;
}

/** Puts what has more behind all others, and takes away what has none. */
function toTheEnd<Value>(map: Map<string, Value>, key: string, hasMore: boolean): void {
  const value = map.get(key);
  map.delete(key);
  if (hasMore && value !== undefined) map.set(key, value);
}
