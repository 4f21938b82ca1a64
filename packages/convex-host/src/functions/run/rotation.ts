import { isStranger } from "../../wire/caller.ts";

/** The work of one group, by taker. The taker whose last turn is longest ago comes first. */
type Group<Work> = Map<string, Work[]>;

/**
 * Waiting work, by taker. Takers have turns in rotation, however much work each has; the work of one keeps its order.
 * All anonymous callers are one group, in which addresses have turns: a flood from many networks holds up no caller
 * that is signed in.
 */
export class Rotation<Work> {
  /** The group whose last turn is longest ago comes first. */
  readonly #groups = new Map<string, Group<Work>>();

  add(taker: string, work: Work): void {
    const name = isStranger(taker) ? "strangers" : taker;
    const group = this.#groups.get(name) ?? new Map<string, Work[]>();
    this.#groups.set(name, group);
    const own = group.get(taker);
    if (own === undefined) group.set(taker, [work]);
    else own.push(work);
  }

  /** Removes and returns the next work, and moves its taker to the end; undefined when nothing waits. */
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

/** Moves a key with more work to the end, and removes a key without. */
function toTheEnd<Value>(map: Map<string, Value>, key: string, hasMore: boolean): void {
  const value = map.get(key);
  map.delete(key);
  if (hasMore && value !== undefined) map.set(key, value);
}
