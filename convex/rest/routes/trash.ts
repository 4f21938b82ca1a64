import { api } from "../../_generated/api.js";
import { pageParameters } from "../../rules/inputs/pages.ts";
import { listTrashInput } from "../../rules/inputs/trash.ts";
import { changeRoute, readRoute } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const trashRoutes: readonly Route[] = [
  readRoute("/api/trash", {
    summary: "What people deleted in the last days, newest first, in pages",
    calls: api.trash.list,
    query: listTrashInput.extend(pageParameters),
  }),
  changeRoute("POST", "/api/trash/:itemId/restore", {
    summary: "Restore what was deleted, as it was, with everything that belonged to it",
    calls: api.trash.restore,
  }),
  changeRoute("DELETE", "/api/trash/:itemId", {
    summary: "Remove for good what was deleted, and what was deleted from it before",
    calls: api.trash.remove,
  }),
];
