import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api.js";
import { roleLabel } from "../../../convex/rules/labels.ts";

export type AuditEntry = FunctionReturnType<typeof api.audit.list>["page"][number];

/** The facts of an entry beyond its kind, in one line; "" when there are none. */
export function detailWords({ details }: AuditEntry): string {
  // People know the email address; the id beside it is for programs.
  const { userId: _, more, addresses, ...facts } = details;
  const words = Object.entries(facts).map(([name, value]) => factWords(name, value));
  if (typeof more === "number") words.push(moreWords(more, Number(addresses)));
  return words.join(" · ");
}

/** The number of refusals without an entry in the log. */
function moreWords(more: number, addresses: number): string {
  if (addresses === 0) return `and ${more.toLocaleString("en-US")} more`;
  const from = addresses === 1 ? "1 address" : `${addresses.toLocaleString("en-US")} addresses`;
  return `and ${more.toLocaleString("en-US")} more from ${from}`;
}

function factWords(name: string, value: AuditEntry["details"][string]): string {
  const text = value === null ? "nothing" : String(value);
  switch (name) {
    case "user":
    case "reason":
      return text;
    case "role":
      return roleLabel(text);
    case "from":
      return `from ${roleLabel(text)}`;
    case "to":
      return `to ${roleLabel(text)}`;
    default:
      return `${name}: ${text}`;
  }
}

/** The actor of an entry: a known person, a claimed address, or "Nobody signed in". */
export function actorOf(entry: AuditEntry): string {
  return entry.email ?? "Nobody signed in";
}
