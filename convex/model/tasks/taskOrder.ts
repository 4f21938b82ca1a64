import type { Doc, Id } from "../../_generated/dataModel.js";
import { AppError } from "../../lib/errors.ts";
import { reorderedNumbers } from "../../rules/ordering.ts";
import type { WriterCtx } from "../context/context.ts";
import { recordEvent } from "../history/events.ts";
import { listTasks } from "./tasks.ts";

/** Puts the named tasks of a unit in the order named; the others keep their places. */
export async function reorderTasks(
  ctx: WriterCtx,
  unit: Doc<"units">,
  named: readonly string[],
): Promise<void> {
  const tasks = await listTasks(ctx, unit._id);
  const idByText = new Map<string, Id<"tasks">>(tasks.map(({ _id }) => [_id, _id]));
  const ids = named.map((text) => {
    const id = idByText.get(text);
    if (id === undefined) throw new AppError("not_found", "Task not found");
    return id;
  });
  const changes = reorderedNumbers(tasks, ids);
  if (changes.length === 0) return;
  for (const { id, sortOrder } of changes) {
    await ctx.db.patch("tasks", id, { sortOrder, updatedAt: Date.now() });
  }
  await recordEvent(ctx, {
    kind: "tasks.reordered",
    projectId: unit.projectId,
    unitId: unit._id,
    count: ids.length,
  });
}
