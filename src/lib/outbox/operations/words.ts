import type { BlockedReason } from "../../../../convex/rules/labels.ts";
import { formatDate, formatMoney } from "../../format.ts";
import { BLOCKED_REASON, TASK_STATUS, UNIT_STATUS } from "../../status.ts";

const labelByField: Record<string, string> = {
  startDate: "start",
  dueDate: "due",
  completionDate: "completion",
  moveOutDate: "move-out",
  readyByDate: "ready-by",
  moveInDate: "move-in",
  monthlyRent: "rent",
};

/** The changes of a task or a unit in words, such as "Completed" or "Blocked: Parts, due Jul 14, 2025". */
export function changesInWords(patch: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(patch).flatMap(([field, value]) => wordsOf(field, value) ?? []);
  const text = words.length === 0 ? "changed" : words.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function wordsOf(field: string, value: unknown): string | undefined {
  if (field === "status" && typeof value === "string") return statusLabel(value);
  if (field === "blockedReason") return blockInWords(value);
  if (field === "assignedToId" || field === "crewMemberId") {
    return value === null ? "given to nobody" : "given to somebody";
  }
  const label = labelByField[field];
  if (label === undefined) return undefined;
  if (value === null) return `no ${label}`;
  if (typeof value === "number") return `${label} ${formatMoney(value)}`;
  return typeof value === "string" ? `${label} ${formatDate(value)}` : undefined;
}

function blockInWords(reason: unknown): string {
  if (reason === null) return "unblocked";
  return `blocked: ${BLOCKED_REASON[reason as BlockedReason].label}`;
}

function statusLabel(status: string): string {
  const labels: Readonly<Record<string, { label: string }>> = { ...UNIT_STATUS, ...TASK_STATUS };
  return labels[status]?.label ?? status;
}
