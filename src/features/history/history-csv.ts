import { type ChangeLine, changeLines, overtakenLines } from "../../lib/history/changes.ts";
import type { HistoryEvent } from "../../lib/history/history-event.ts";
import { actSentence } from "../../lib/history/words.ts";

/** A history as lines of a file; times are in UTC, so that files of several places agree. */
export function historyLines(events: readonly HistoryEvent[]): string[][] {
  const lines = events.map((event) => [
    event.at,
    event.madeAt ?? "",
    event.userName,
    actSentence(event),
    event.projectName ?? "",
    event.unitName ?? "",
    changeLines(event).map(lineText).join("; "),
    overtakenLines(event).map(lineText).join("; "),
    event.undoneAt ?? "",
  ]);
  const head = ["Time (UTC)", "Made (UTC)", "Who", "What", "Project", "Unit"];
  return [[...head, "Changes", "Not taken over", "Undone (UTC)"], ...lines];
}

function lineText({ label, from, to }: ChangeLine): string {
  return to === null ? label : `${label}: ${from ?? ""} → ${to}`;
}
