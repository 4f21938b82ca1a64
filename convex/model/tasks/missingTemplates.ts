import { getDocumentSize } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import type { QueryCtx } from "../context/context.ts";

/** The tasks of a unit have this many bytes at most: some functions read all of them, and lists end at 8 MB. */
const maxTaskBytes = 6 * 2 ** 20;

/**
 * The templates that have no task in the unit, and the bytes of these templates and of the unit's tasks. Throws when
 * there are too many bytes.
 */
export async function missingTemplates(
  ctx: QueryCtx,
  unit: Doc<"units">,
  templates: readonly Doc<"taskTemplates">[],
): Promise<{ templates: Doc<"taskTemplates">[]; taskBytes: number }> {
  const present = new Set<Id<"taskTemplates"> | undefined>();
  let taskBytes = 0;
  const ofUnit = (templateId?: Id<"taskTemplates">) =>
    ctx.db.query("tasks").withIndex("unitId_trashId_templateId", (q) => {
      const all = q.eq("unitId", unit._id).eq("trashId", undefined);
      return templateId === undefined ? all : all.eq("templateId", templateId);
    });
  if (unit.totalTasks > 0)
    for await (const task of ofUnit()) {
      present.add(task.templateId);
      taskBytes += getDocumentSize(task);
      if (taskBytes > maxTaskBytes) break;
    }
  const missing: Doc<"taskTemplates">[] = [];
  for (const template of templates) {
    if (present.has(template._id)) continue;
    // A unit that was filled before this bound existed may have it among the tasks that were not read.
    const task = taskBytes > maxTaskBytes ? await ofUnit(template._id).first() : null;
    if (task === null) missing.push(template);
    else taskBytes += getDocumentSize(task);
  }
  for (const template of missing) taskBytes += getDocumentSize(template);
  if (missing.length > 0 && taskBytes > maxTaskBytes)
    throw new AppError("invalid", `The tasks of unit ${unit.name} are too long for another one`);
  return { templates: missing, taskBytes };
}
