import { isStranger } from "../../wire/caller.ts";

/** The work of one group, by taker. The taker whose last turn is longest ago comes first. */
type Group<Work> = Map<string, Work[]>;

/** The group of a taker. All anonymous callers are one: a flood from many networks holds up no caller that is signed in. */
export function groupOf(taker: string): string {
  return isStranger(taker) ? "strangers" : taker;
}

/**
 * Waiting work, by taker. Takers have turns in rotation, however much work each has; the work of one keeps its order.
 * The addresses of anonymous callers have the turns of their group in rotation.
 */
export class Rotation<Work> {
  /** The group whose last turn is longest ago comes first. */
  readonly #groups = new Map<string, Group<Work>>();

  readonly #levelOf: (group: string) => number;
  #isByLevel = false;

  /** With levels, every second turn belongs to a group of the lowest one, and the others go round as without. */
  constructor(levelOf: (group: string) => number = () => 0) {
    this.#levelOf = levelOf;
  }

  add(taker: string, work: Work): void {
    const name = groupOf(taker);
    const group = this.#groups.get(name) ?? new Map<string, Work[]>();
    this.#groups.set(name, group);
    const own = group.get(taker);
    if (own === undefined) group.set(taker, [work]);
    else own.push(work);
  }

  /** Removes and returns the next work, and moves its taker to the end; undefined when nothing waits. */
  take(): Work | undefined {
    const name = this.#next();
    const group = name === undefined ? undefined : this.#groups.get(name);
    if (name === undefined || group === undefined) return undefined;
    const work = takeOf(group);
    toTheEnd(this.#groups, name, group.size > 0);
    return work;
  }

  #next(): string | undefined {
    this.#isByLevel = !this.#isByLevel;
    let next: string | undefined;
    let lowest = Infinity;
    for (const name of this.#groups.keys()) {
      const level = this.#levelOf(name);
      if (level >= lowest) continue;
      [next, lowest] = [name, level];
      if (level === 0 || !this.#isByLevel) break;
    }
    return next;
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
