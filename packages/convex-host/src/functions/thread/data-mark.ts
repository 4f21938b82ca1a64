import { messageOf, type Logger } from "../../log.ts";
import type { ThreadStart } from "../../wire/thread-start.ts";
import type { Database } from "../../database/database.ts";

/**
 * Stores the mark of a start with the data, and refuses a later start without one: the operator's settings may have
 * opened the data to other people than those it was for.
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
    // A full disk does not stop the start. The next start stores the mark.
    log.warn("data.unmarked", { error: messageOf(error) });
  }
}

function refusalText(refusal: string, known: { dataDir: string; marked: string }): string {
  return refusal.replaceAll(/\{(dataDir|marked)\}/g, (_, name: keyof typeof known) => known[name]);
}
