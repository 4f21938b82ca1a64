import type { FunctionArgs } from "convex/server";
import type { api } from "../../../../convex/_generated/api.js";
import { formatDate, formatMoney, localDay } from "../../format.ts";
import { BLOCKED_REASON, TASK_STATUS, UNIT_STATUS } from "../../status.ts";

type Sent = FunctionArgs<typeof api.units.update> & FunctionArgs<typeof api.tasks.update>;
type Field = Exclude<keyof Sent, "unitId" | "taskId" | "session" | "key" | "madeAt">;

type NamedForm = "day" | "money" | "text";
type OwnForm = "status" | "block" | "person";

/** The form of a field's value, and a label before the value if it needs one. */
type Words = { label: string; form: NamedForm } | { form: OwnForm };

/**
 * The words for each field that a change of a task or a unit can send; null for a field that another field's words
 * cover.
 */
const wordsByField: Readonly<Record<Field, Words | null>> = {
  status: { form: "status" },
  startDate: { label: "start", form: "day" },
  dueDate: { label: "due", form: "day" },
  completionDate: { label: "completion", form: "day" },
  moveOutDate: { label: "move-out", form: "day" },
  readyByDate: { label: "ready-by", form: "day" },
  moveInDate: { label: "move-in", form: "day" },
  monthlyRent: { label: "rent", form: "money" },
  blockedReason: { form: "block" },
  blockedNote: null,
  assignedToId: { form: "person" },
  crewMemberId: { form: "person" },
};

/** The changes of a task or a unit in words, such as "Completed" or "Blocked: Parts, due Jul 14, 2025". */
export function changesInWords(patch: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(patch).flatMap(([field, value]) => wordsOf(field, value) ?? []);
  const text = told.length === 0 ? "changed" : told.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The typed texts and amounts of a change, for the clipboard. */
export function typedInChanges(patch: Readonly<Record<string, unknown>>): string {
  return Object.entries(patch)
    .filter(([field, value]) => isTyped(field) && value !== null && value !== "")
    .map(([, value]) => String(value))
    .join("\n");
}

function isTyped(field: string): boolean {
  if (!Object.hasOwn(wordsByField, field)) return false;
  const words = wordsByField[field as Field];
  return words === null || words.form === "text" || words.form === "money";
}

/**
 * The words for a value. A value that does not fit its form is shown as it is, because an exception here would lose the
 * change.
 */
function wordsOf(field: string, value: unknown): string | null {
  const words = Object.hasOwn(wordsByField, field) ? wordsByField[field as Field] : null;
  if (words === null || value === undefined) return null;
  if (!("label" in words)) return ownWords(words.form, value);
  if (value === null || value === "") return `no ${words.label}`;
  return `${words.label} ${valueInForm(words.form, value)}`;
}

function ownWords(form: OwnForm, value: unknown): string {
  if (form === "status") return labelIn({ ...UNIT_STATUS, ...TASK_STATUS }, value);
  if (form === "person") return value === null ? "given to nobody" : "given to somebody";
  return value === null ? "unblocked" : `blocked: ${labelIn(BLOCKED_REASON, value)}`;
}

function valueInForm(form: NamedForm, value: unknown): string {
  if (form === "day" && typeof value === "string" && isDay(value)) return formatDate(value);
  if (form === "money" && typeof value === "number") return formatMoney(value);
  return String(value);
}

function isDay(text: string): boolean {
  return !Number.isNaN(localDay(text).getTime());
}

/** The label of a value; an unknown value of a later version is its own label. */
function labelIn(labels: Readonly<Record<string, { label: string }>>, value: unknown): string {
  const word = String(value);
  return labels[word]?.label ?? word;
}
