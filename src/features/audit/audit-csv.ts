import { auditLabel } from "../../../convex/rules/labels.ts";
import { actorOf, type AuditEntry, detailWords } from "./audit-words.ts";

export const auditFileName = "audit-log.csv";

/** The audit log as lines of a file; times are in UTC, so that files of several places agree. */
export function auditLines(entries: readonly AuditEntry[]): string[][] {
  const lines = entries.map((entry) => [
    entry.at,
    auditLabel(entry.kind),
    actorOf(entry),
    entry.address ?? "",
    detailWords(entry),
  ]);
  return [["Time (UTC)", "What", "Who", "Address", "Details"], ...lines];
}
