import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import { readToday } from "../../../convex/model/context/today.ts";
import type { QueryCtx } from "../../../convex/model/context/context.ts";
import { tasksFor } from "../../../convex/model/myDay/dayTasks.ts";
import { listWorkers } from "../../../convex/model/myDay/workPlaces.ts";
import { setupWorkspace } from "../../support/workspace.ts";

/** A context that counts the rows of tasks and units that queries read. */
function counting(ctx: QueryCtx) {
  const counted = { rows: 0 };
  const watch = (rows: readonly unknown[]) => {
    counted.rows += rows.length;
    return rows;
  };
  const query = (table: TableNames) => {
    const rows = ctx.db.query(table);
    if (table !== "tasks" && table !== "units") return rows;
    return {
      withIndex: (...range: Parameters<typeof rows.withIndex>) => {
        const found = rows.withIndex(...range);
        return { take: async (limit: number) => watch(await found.take(limit)) };
      },
    };
  };
  const db = new Proxy(ctx.db, {
    get: (target, key) => (key === "query" ? query : Reflect.get(target, key)),
  });
  return { ctx: { ...ctx, db } as QueryCtx, counted };
}

test("a day reads no task that is for later or for nobody, and no unit without a block [MYDAY-01] [MYDAY-04]", async () => {
  const { t, supervisor, manager, newProject, templateIds } = await setupWorkspace({
    templates: 10,
  });
  const { projectId, unitIds } = await newProject(Array.from({ length: 20 }, (_, at) => `${at}`));
  await manager.mutation(api.projects.update, { projectId, supervisorId: supervisor.userId });
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const [task] = await manager.query(api.tasks.list, { unitId: unitIds[0] ?? "" });
  const today = new Date().toISOString().slice(0, 10);
  await manager.mutation(api.tasks.update, { taskId: task?.id ?? "", dueDate: today });

  const read = await t.run(async (ctx) => {
    const watched = counting(ctx);
    const mine = await tasksFor(watched.ctx, supervisor.userId, await readToday(ctx));
    const workers = await listWorkers(watched.ctx);
    return { mine: mine.length, workers: workers.length, rows: watched.counted.rows };
  });

  expect(read).toEqual({ mine: 1, workers: 0, rows: 1 });
});
