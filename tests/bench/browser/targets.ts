/** A figure, beside the one that it is to stay below. */
export type Target = { name: string; unit: "ms" | "kB"; value: number; target?: number };

/** Prints the figures; a `!` stands behind those that miss their targets. */
export function printTargets(results: readonly Target[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { name, unit, value, target } of results) {
    const figure = `${value.toFixed(1)} ${unit}`.padStart(12);
    const wanted = target === undefined ? "" : `  target ${target} ${unit}`;
    const isMissed = target !== undefined && value > target;
    process.stdout.write(`${name.padEnd(width)} ${figure}${wanted}${isMissed ? "  !" : ""}\n`);
  }
}
