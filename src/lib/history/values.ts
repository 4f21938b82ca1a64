import { historyField } from "../../../convex/rules/historyFields.ts";
import { type BlockedReason, roleLabel } from "../../../convex/rules/labels.ts";
import {
  formatDate,
  formatDateTime,
  formatHours,
  formatMoney,
  formatShortDate,
} from "../format.ts";
import { BLOCKED_REASON } from "../status.ts";
import type { ToldValue } from "./told-event.ts";

/** The length to which texts are cut in a sentence or a line. */
const longestText = 80;

const isoText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A user's text in one line of bounded length. */
export function shortened(text: string, longest = longestText): string {
  const line = text.trim().replaceAll(/\s+/gu, " ");
  const letters = Array.from(line);
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join("")
        .trim()}…`;
}

/** The value of a field in words, such as "Mar 5", "$1,200.00" or "waiting for parts"; "nothing" for an empty one. */
export function valueWords(name: string, value: ToldValue): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? numberWords(name, value) : textWords(name, value);
}

function numberWords(name: string, value: number): string {
  switch (historyField(name).form) {
    case "money":
      return formatMoney(value);
    case "hours":
      return formatHours(value);
    case "turn":
      return `${String(value)}°`;
    default:
      return String(value);
  }
}

function textWords(name: string, value: string): string {
  const { form } = historyField(name);
  switch (form) {
    case "status":
      return value.replaceAll("_", " ");
    case "reason":
      return waitingWords(value);
    case "role":
      return roleLabel(value);
    case "moment":
      return isTime(value) ? formatDateTime(value) : shortened(value);
    default:
      return isTime(value) && form !== "name" ? dayWords(value) : shortened(value);
  }
}

/** The words for a blocked reason. */
function waitingWords(reason: string): string {
  if (reason === "other") return "something else";
  const known = Object.hasOwn(BLOCKED_REASON, reason);
  return known ? BLOCKED_REASON[reason as BlockedReason].label.toLowerCase() : shortened(reason);
}

/** A day in words, without the year if it is this year. */
function dayWords(iso: string): string {
  const isThisYear = iso.slice(0, 4) === String(new Date().getFullYear());
  return isThisYear ? formatShortDate(iso) : formatDate(iso);
}

function isTime(text: string): boolean {
  return isoText.test(text) && !Number.isNaN(Date.parse(text));
}
