import { recountedNumbers, storedNumbers } from "./counted-rows.ts";
import { type Engine, rowsOf } from "./workspace.ts";

/** The derived numbers as they are stored: unit and project counts, template uses and tallies, by a readable key. */
export async function storedCounts(t: Engine): Promise<Record<string, number>> {
  return await storedNumbers(async (table) => await rowsOf(t, table));
}

/** The same numbers counted from scratch. */
export async function recounted(t: Engine): Promise<Record<string, number>> {
  return await recountedNumbers(async (table) => await rowsOf(t, table));
}
