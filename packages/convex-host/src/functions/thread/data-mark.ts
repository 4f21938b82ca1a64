import { messageOf, type Logger } from "../../log.ts";
import type { ThreadStart } from "../../wire/thread-start.ts";
import type { Database } from "../../database/database.ts";

/**
 * Keeps with the data what it was started with, and refuses a start without that: the operator's settings may have opened
 * the data to others than those it was for.
 */
export function markData(
  meta: Database["meta"],
  { dataMark, dataDir }: Pick<ThreadStart, "dataMark" | "dataDir">,
  log: Logger,
): void {
  if (dataMark === null) return;
  const { name, value, refusal } = dataMark;
  const marked = meta.get(name);
  if (value === null && marked !== null) throw new Error(refusalText(refusal, { dataDir, marked }));
  if (value === null || value === marked) return;
  try {
    meta.set(name, value);
  } catch (error) {
    // A full disk keeps nobody out: the next start marks it.
    log.warn("data.unmarked", { error: messageOf(error) });
  }
}

function refusalText(refusal: string, known: { dataDir: string; marked: string }): string {
  return refusal.replaceAll(/\{(dataDir|marked)\}/g, (_, name: keyof typeof known) => known[name]);
}
