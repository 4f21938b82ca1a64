import * as z from "zod/mini";

/** A calendar day such as "2026-03-02". */
const day = z.catch(z.optional(z.iso.date()), undefined);

/** The search parameters of the audit log: its filters. */
export const auditSearch = z.object({
  kind: z.catch(z.optional(z.string()), undefined),
  user: z.catch(z.optional(z.string()), undefined),
  from: day,
  to: day,
});

export type AuditSearch = z.infer<typeof auditSearch>;

/** The filters as the function takes them; what is not chosen is left out. */
export function filterOf({ kind, user, from, to }: AuditSearch) {
  return {
    ...(kind !== undefined && { kind }),
    ...(user !== undefined && { userId: user }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

export type AuditFilter = ReturnType<typeof filterOf>;
