import { historyField } from "../../../convex/rules/historyFields.ts";
import type { ToldChange, ToldEvent } from "./told-event.ts";
import { valueWords } from "./values.ts";

/**
 * A changed field as a line shows it. Both values are null when they are money that the reader may not see, and when
 * they have the same words.
 */
export type ChangeLine = { label: string; from: string | null; to: string | null };

/** The changes to show; changes of bookkeeping fields are left out. */
export function shownChanges(changes: readonly ToldChange[]): ToldChange[] {
  return changes.filter(({ field }) => historyField(field).form !== "hidden");
}

/** The changes of an event as lines, such as "Due day", "Mar 3", "Mar 5". */
export function changeLines({ changes }: Pick<ToldEvent, "changes">): ChangeLine[] {
  return shownChanges(changes).map(lineOf);
}

/** The changes that had no effect, because a later change stands. */
export function overtakenLines({ overtaken }: Pick<ToldEvent, "overtaken">): ChangeLine[] {
  return shownChanges(overtaken ?? []).map(lineOf);
}

/** True for values with the same words, such as two times of one day, or concealed money. */
export function readsAlike({ field, from, to }: ToldChange): boolean {
  return valueWords(field, from) === valueWords(field, to);
}

function lineOf(change: ToldChange): ChangeLine {
  const { field, from, to } = change;
  const label = capitalised(historyField(field).words);
  if (readsAlike(change)) return { label, from: null, to: null };
  return { label, from: valueWords(field, from), to: valueWords(field, to) };
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
