/** The iterators of maps and sets: each entry that any of them visits is one step. */
const iterators = [new Map(), new Set()].map(
  (collection) =>
    Object.getPrototypeOf(collection[Symbol.iterator]()) as { next: () => IteratorResult<unknown> },
);

/** The number of entries of maps and sets that are visited during `work`: the work that grows with them, on any machine. */
export async function stepsOf(work: () => Promise<void>): Promise<number> {
  let steps = 0;
  const originals = iterators.map(({ next }) => next);
  for (const [at, iterator] of iterators.entries())
    iterator.next = function count(this: unknown) {
      steps += 1;
      return originals[at]!.call(this as never);
    };
  try {
    await work();
  } finally {
    for (const [at, iterator] of iterators.entries()) iterator.next = originals[at]!;
  }
  return steps;
}
