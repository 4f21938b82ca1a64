import { Samples } from "../bench/measure.ts";

/** The figures of one period of a soak. */
export type Period = { memoryMb: number; p50Ms: number; p99Ms: number; actions: number };

/** The growth that counts as noise of the garbage collector and of a shared machine. */
const bounds = {
  memoryMb: { factor: 1.15, more: 15 },
  p50Ms: { factor: 1.5, more: 5 },
  p99Ms: { factor: 2, more: 50 },
} as const;

/**
 * Returns the figures that grow. The first third of the periods warms up; the last third may not exceed the middle one.
 * Medians are compared, so that one bad period does not matter.
 */
export function findSlopes(periods: readonly Period[]): string[] {
  if (periods.length < 6) return ["Fewer than six periods show no slope."];
  const third = Math.floor(periods.length / 3);
  const between = periods.slice(third, -third);
  const last = periods.slice(-third);
  const slopes: string[] = [];
  for (const what of ["memoryMb", "p50Ms", "p99Ms"] as const) {
    const [before, after] = [between, last].map(
      (part) => new Samples(part.map((one) => one[what])).p50,
    );
    const { factor, more } = bounds[what];
    if (after! > before! * factor + more) slopes.push(`${what} went from ${before} to ${after}.`);
  }
  if (last.some(({ actions }) => actions === 0)) slopes.push("Nothing was done in the end.");
  return slopes;
}
