import { isStranger } from "../../wire/caller.ts";

/** A client with a part of a room that all share: whose it is, and its end. */
export type Sharer = { name: () => string; cut: () => void };

/**
 * The client that a full room loses: the one with most, of whoever has most. Strangers have as many addresses as a network holds.
 * All strangers together count as one, so that no number of addresses takes room from who is signed in; of them, one address
 * has most.
 */
export function sharerOfMost(bytesOf: ReadonlyMap<Sharer, number>): Sharer {
  const ofMost = partOfMost([...bytesOf], ({ name }) => (isStranger(name()) ? strangers : name()));
  return largest(partOfMost(ofMost, ({ name }) => name()))[0];
}

const strangers = Symbol("strangers");

/** The entries of the name that has most. */
function partOfMost(
  entries: [Sharer, number][],
  nameOf: (sharer: Sharer) => string | symbol,
): [Sharer, number][] {
  const byName = new Map<string | symbol, number>();
  for (const [sharer, bytes] of entries)
    byName.set(nameOf(sharer), (byName.get(nameOf(sharer)) ?? 0) + bytes);
  const [most] = largest([...byName]);
  return entries.filter(([sharer]) => nameOf(sharer) === most);
}

function largest<Key>(entries: [Key, number][]): [Key, number] {
  return entries.reduce((one, other) => (other[1] > one[1] ? other : one));
}
