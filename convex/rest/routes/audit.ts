import * as z from "zod";
import { api } from "../../_generated/api.js";
import { limitMessage, listAuditInput } from "../../rules/inputs/audit.ts";
import { readRoute } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

const filters = listAuditInput.omit({ limit: true, cursor: true }).extend({
  cursor: z.string().optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitMessage)
    .transform(Number)
    .optional(),
});

export const auditRoutes: readonly Route[] = [
  readRoute("/api/audit", {
    summary: "Sign-ins, roles, exports and refusals, newest first, in pages",
    calls: api.audit.list,
    query: filters,
  }),
];
