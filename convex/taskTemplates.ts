import { v } from "convex/values";
import { staffQuery } from "./functions.ts";
import { listTemplates, toTaskTemplate, vTaskTemplate } from "./model/templates.ts";

/** The master task list by sort order, then name. */
export const list = staffQuery("project:read")({
  args: {},
  returns: v.array(vTaskTemplate),
  handler: async (ctx) => (await listTemplates(ctx)).map(toTaskTemplate),
});
