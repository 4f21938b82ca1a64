import * as z from "zod";
import { api } from "../../_generated/api.js";
import { createTemplateInput, updateTemplateInput } from "../../rules/inputs/taskTemplates.ts";
import { orderInput } from "../../rules/inputs/ordering.ts";
import { changeRoute, done, readRoute, requestKey } from "../door/endpoint.ts";
import type { Route } from "../door/route.ts";

export const taskTemplateRoutes: readonly Route[] = [
  readRoute("/api/task-templates", {
    summary: "The master task list by sort order, then name",
    calls: api.taskTemplates.list,
  }),
  changeRoute("POST", "/api/task-templates", {
    summary: "Add a task at the end of its category",
    calls: api.taskTemplates.create,
    body: createTemplateInput.safeExtend(requestKey),
    status: 201,
  }),
  changeRoute("POST", "/api/task-template-order", {
    summary: "Put the sent tasks of the list in the order sent; all others keep their places",
    calls: api.taskTemplates.reorder,
    body: z.object({ templateIds: orderInput }),
    answer: done,
  }),
  changeRoute("PATCH", "/api/task-templates/:templateId", {
    summary: "Update the sent fields of a task of the list; tasks assigned before stay as they are",
    calls: api.taskTemplates.update,
    body: updateTemplateInput,
  }),
  changeRoute("DELETE", "/api/task-templates/:templateId", {
    summary: "Take a task off the list; what was assigned stays",
    calls: api.taskTemplates.retire,
  }),
];
