import { v } from "convex/values";
import { staffMutation, staffQuery } from "./functions.ts";
import { parseInput } from "./lib/parse.ts";
import { vDeleted } from "./model/context/records.ts";
import { answerOnce } from "./model/context/requestKeys.ts";
import {
  listTemplates,
  requireTemplate,
  toTaskTemplate,
  vTaskTemplate,
} from "./model/tasks/taskTemplates.ts";
import * as Writes from "./model/tasks/taskTemplateWrites.ts";
import { createTemplateInput, updateTemplateInput } from "./rules/inputs/taskTemplates.ts";
import { orderInput } from "./rules/inputs/ordering.ts";

const optionalText = v.optional(v.union(v.string(), v.null()));
const optionalHours = v.optional(v.union(v.number(), v.null()));

/** The task templates that are not retired, by sort order, then name. */
export const list = staffQuery("project:read")({
  args: {},
  returns: v.array(vTaskTemplate),
  handler: async (ctx) => (await listTemplates(ctx)).map(toTaskTemplate),
});

/** Adds a template at the end of its category; a resent key answers with the first one. */
export const create = staffMutation("project:write")({
  args: {
    name: v.string(),
    description: optionalText,
    category: optionalText,
    estimatedHours: optionalHours,
    key: v.optional(v.string()),
  },
  returns: vTaskTemplate,
  handler: async (ctx, { key, ...sent }) => {
    const input = parseInput(createTemplateInput, sent);
    return await answerOnce(ctx, { operation: "taskTemplates:create", key }, async () =>
      toTaskTemplate(await Writes.createTemplate(ctx, input)),
    );
  },
});

/** Updates the sent fields of a template; tasks that were made from it before do not change. */
export const update = staffMutation("project:write")({
  args: {
    templateId: v.string(),
    name: v.optional(v.string()),
    description: optionalText,
    category: optionalText,
    estimatedHours: optionalHours,
  },
  returns: vTaskTemplate,
  handler: async (ctx, { templateId, ...sent }) => {
    const template = await requireTemplate(ctx, templateId);
    const input = parseInput(updateTemplateInput, sent);
    return toTaskTemplate(await Writes.updateTemplate(ctx, template, input));
  },
});

/** Puts the sent templates in the sent order; all others keep their places. */
export const reorder = staffMutation("project:write")({
  args: { templateIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { templateIds }) => {
    await Writes.reorderTemplates(ctx, parseInput(orderInput, templateIds));
    return null;
  },
});

/** Retires a template: it is no longer offered, and tasks that were made from it stay. */
export const retire = staffMutation("project:write")({
  args: { templateId: v.string() },
  returns: vDeleted,
  handler: async (ctx, { templateId }) => {
    await Writes.retireTemplate(ctx, await requireTemplate(ctx, templateId));
    return { success: true as const };
  },
});
