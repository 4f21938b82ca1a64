/**
 * The number of random programs that a property is tried with. The host runs all of them, convex-test half: that both answer alike
 * is shown by the differential tests. RANDOM_RUNS=5 tries five times as many.
 */
export function randomRuns(count: number): number {
  const many = count * Number(process.env["RANDOM_RUNS"] ?? 1);
  return process.env["TEST_ENGINE"] === "convex-test" ? Math.ceil(many / 2) : many;
}
