import { AsyncLocalStorage } from "node:async_hooks";

/** The iterators of maps and sets: each entry that any of them visits is one step. */
const iterators = [new Map(), new Set()].map(
  (collection) =>
    Object.getPrototypeOf(collection[Symbol.iterator]()) as { next: () => IteratorResult<unknown> },
);

/** The count of the work that runs. The runner of the tests works in the same thread meanwhile, and has none. */
const counting = new AsyncLocalStorage<{ steps: number }>();

/**
 * The number of entries of maps and sets that are visited by `work` and by all that it begins: the work that grows with them, on
 * any machine. Where `work` calls `begin`, the steps before do not count: what it looks at has been made within it.
 */
export async function stepsOf(work: (begin: () => void) => Promise<void>): Promise<number> {
  const count = { steps: 0 };
  const begin = () => (count.steps = 0);
  const originals = iterators.map(({ next }) => next);
  for (const [at, iterator] of iterators.entries())
    iterator.next = function next(this: unknown) {
      const counted = counting.getStore();
      if (counted !== undefined) counted.steps += 1;
      return originals[at]!.call(this as never);
    };
  try {
    await counting.run(count, () => work(begin));
  } finally {
    for (const [at, iterator] of iterators.entries()) iterator.next = originals[at]!;
  }
  return count.steps;
}
