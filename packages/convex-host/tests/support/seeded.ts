/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns `count` random items, none of them twice. */
export function pickSome<Item>(
  items: readonly Item[],
  count: number,
  random: () => number,
): Item[] {
  const left = [...items];
  const picked: Item[] = [];
  while (picked.length < count && left.length > 0)
    picked.push(...left.splice(Math.floor(random() * left.length), 1));
  return picked;
}
