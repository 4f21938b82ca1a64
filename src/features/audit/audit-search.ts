import { auditKinds } from "../../../convex/rules/labels.ts";
import { day, oneOf, searchOf, text } from "../../lib/shape.ts";

/** The search parameters of the audit log: its filters. */
export const auditSearch = searchOf({
  kind: oneOf(auditKinds),
  user: text,
  from: day,
  to: day,
});

export type AuditSearch = ReturnType<typeof auditSearch>;

/** The filters as arguments of the function; a filter that is not chosen is left out. */
export function filterOf({ kind, user, from, to }: AuditSearch) {
  return {
    ...(kind !== undefined && { kind }),
    ...(user !== undefined && { userId: user }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The change of the address that removes all filters. */
export const withoutFilters = { kind: null, user: null, from: null, to: null };

export type AuditFilter = ReturnType<typeof filterOf>;
