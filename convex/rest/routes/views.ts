import { api } from "../../_generated/api.js";
import { createViewInput, listViewsInput, updateViewInput } from "../../rules/inputs/views.ts";
import { changeRoute, readRoute, requestKey } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const viewRoutes: readonly Route[] = [
  readRoute("/api/views", {
    summary: "The views of the caller and those for everyone by name, or those of a page",
    calls: api.views.list,
    query: listViewsInput,
  }),
  changeRoute("POST", "/api/views", {
    summary: "Keep the filters of a page under a name, for the caller or for everyone",
    calls: api.views.create,
    body: createViewInput.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("PATCH", "/api/views/:viewId", {
    summary: "Update the sent fields of a view; of others' only those for everyone, by managers",
    calls: api.views.update,
    body: updateViewInput,
  }),
  changeRoute("DELETE", "/api/views/:viewId", {
    summary: "Delete a view at once; it does not lie in the trash",
    calls: api.views.remove,
  }),
];
