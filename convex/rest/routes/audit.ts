import { api } from "../../_generated/api.js";
import { listAuditInput } from "../../rules/inputs/audit.ts";
import { pageParameters } from "../../rules/inputs/pages.ts";
import { readRoute } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const auditRoutes: readonly Route[] = [
  readRoute("/api/audit", {
    summary: "Sign-ins, roles, exports and refusals, newest first, in pages",
    calls: api.audit.list,
    query: listAuditInput.extend(pageParameters),
  }),
];
