/** A measured figure, with its upper limit if it has one. */
export type Target = {
  name: string;
  /** The unit that is printed after the value; "" for a count. */
  unit: "ms" | "kB" | "";
  value: number;
  target?: number;
  /** The number of decimal places. */
  digits?: number;
};

/** Prints the figures; a `!` follows those that miss their targets. */
export function printTargets(results: readonly Target[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  for (const { name, unit, value, target, digits = 1 } of results) {
    const figure = `${value.toFixed(digits)} ${unit}`.padStart(12);
    const wanted = target === undefined ? "" : `  target ${target} ${unit}`;
    const isMissed = target !== undefined && value > target;
    process.stdout.write(`${name.padEnd(width)} ${figure}${wanted}${isMissed ? "  !" : ""}\n`);
  }
}
