/** The number of function runs, and the documents and bytes that they read, write and return. */
export type Cost = {
  calls: number;
  documents: number;
  read: number;
  written: number;
  answered: number;
};

export const nothing: Cost = { calls: 0, documents: 0, read: 0, written: 0, answered: 0 };

export const sum = (costs: readonly Cost[]): Cost =>
  costs.reduce((all, cost) => combine(all, cost, (a, b) => a + b), nothing);

export const times = (cost: Cost, factor: number): Cost =>
  combine(cost, nothing, (figure) => figure * factor);

/** Interpolates the figures on the straight line through two measurements. */
export function onLine(
  [x, low]: readonly [number, Cost],
  [y, high]: readonly [number, Cost],
  at: number,
): Cost {
  return combine(low, high, (a, b) => Math.max(0, a + ((b - a) * (at - x)) / (y - x)));
}

function combine(a: Cost, b: Cost, of: (a: number, b: number) => number): Cost {
  return {
    calls: of(a.calls, b.calls),
    documents: of(a.documents, b.documents),
    read: of(a.read, b.read),
    written: of(a.written, b.written),
    answered: of(a.answered, b.answered),
  };
}
