import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { baseTaskStatuses } from "../../../convex/rules/labels.ts";
import { setupReports, today } from "../../support/reports.ts";
import { day, first, refusal, rowsOf } from "../../support/workspace.ts";

type Setup = Awaited<ReturnType<typeof setupReports>>;

const hundredths = fc.integer({ min: 0, max: 99_999 }).map((count) => count / 100);

const task = fc.record(
  {
    name: fc.constantFrom("Paint", "Floor", "Doors", "Übergabe", "=1+1"),
    status: fc.constantFrom(...baseTaskStatuses),
    sortOrder: fc.integer({ min: 0, max: 3 }),
    dueDate: fc.integer({ min: today - day, max: today + day }),
    startDate: fc.constantFrom(today - day, today),
    estimatedHours: hundredths,
  },
  { requiredKeys: ["name", "status", "sortOrder"] },
);

const unit = fc.record({
  name: fc.constantFrom("101", "102", "103"),
  tasks: fc.array(task, { maxLength: 8 }),
  hours: fc.array(fc.option(hundredths), { maxLength: 5 }),
});

const workspaces = fc.array(fc.array(unit, { maxLength: 6 }), { minLength: 1, maxLength: 4 });

/** Recomputes the rows by their definitions from all stored data. */
async function recomputedRows({ t }: Setup) {
  const [projects, units, tasks, entries] = await Promise.all([
    rowsOf(t, "projects"),
    rowsOf(t, "units"),
    rowsOf(t, "tasks"),
    rowsOf(t, "timeEntries"),
  ]);
  const newestFirst = projects.toSorted((a, b) => b._creationTime - a._creationTime);
  return newestFirst.flatMap((project) =>
    units
      .filter(({ projectId }) => projectId === project._id)
      .map((unit) => {
        const own = tasks.filter(({ unitId }) => unitId === unit._id);
        const late = own.filter(isLate);
        const onTime = own.filter((task) => !isLate(task));
        const cents = (hours: (number | undefined)[]) =>
          hours.reduce<number>((sum, one) => sum + Math.round((one ?? 0) * 100), 0) / 100;
        const completed = own.filter(({ status }) => status === "completed").length;
        return {
          unitId: unit._id,
          unitNumber: unit.name,
          projectName: project.name,
          totalTasks: own.length,
          completedTasks: completed,
          inProgressTasks: onTime.filter(({ status }) => status === "in_progress").length,
          notStartedTasks: onTime.filter(({ status }) => status === "not_started").length,
          overdueTasks: late.length,
          completionPercentage: own.length === 0 ? 0 : Math.round((completed / own.length) * 100),
          estimatedHours: cents(own.map(({ estimatedHours }) => estimatedHours)),
          actualHours: cents(
            entries.filter(({ unitId }) => unitId === unit._id).map(({ totalHours }) => totalHours),
          ),
        };
      }),
  );
}

function isLate(task: Doc<"tasks">): boolean {
  return task.status !== "completed" && task.dueDate !== undefined && task.dueDate < today;
}

/** Recomputes the shown status of each task name in each unit from all stored data. */
async function recomputedCells({ t }: Setup, unitIds: readonly string[]) {
  const worst = ["overdue", "not_started", "in_progress", "completed"];
  const cells: Record<string, string> = {};
  for (const task of await rowsOf(t, "tasks")) {
    const key = `${task.name} in ${unitIds.indexOf(task.unitId)}`;
    const status = isLate(task) ? "overdue" : task.status;
    const known = cells[key];
    if (known === undefined || worst.indexOf(status) < worst.indexOf(known)) cells[key] = status;
  }
  return cells;
}

test.each([11, 12, 13])(
  "both reports of a random workspace are what a slow look at everything finds (seed %i) [DATA-41, DATA-42, OP-46, OP-47]",
  async (seed) => {
    const setup = await setupReports();
    for (const [index, units] of first(fc.sample(workspaces, { seed, numRuns: 1 })).entries()) {
      const names = ["first", ...units.map(({ name }) => name)];
      const { unitIds } = await setup.newProject(names, `Project ${index % 2}`);
      await setup.t.run(async (ctx) => {
        const project = (await ctx.db.query("projects").collect()).at(-1);
        if (project) await ctx.db.patch("projects", project._id, { createdAt: today + index });
      });
      for (const [at, { tasks, hours }] of units.entries()) {
        const unitId = unitIds[at + 1];
        if (unitId === undefined) throw new Error("There is no such unit");
        await setup.insertTasks(unitId, tasks);
        await setup.insertHours(unitId, hours);
      }
    }

    const rows = await setup.status();
    const { units, tasks } = await setup.details();

    expect(rows).toEqual(await recomputedRows(setup));
    expect(new Set(units).size).toBe(rows.length);
    const cells = tasks.flatMap(({ taskName, statuses }) =>
      Object.entries(statuses).map(([label, status]) => [
        `${taskName} in ${units.indexOf(label)}`,
        status,
      ]),
    );
    const unitIds = rows.map(({ unitId }) => unitId);
    expect(Object.fromEntries(cells)).toEqual(await recomputedCells(setup, unitIds));
  },
);

const longText = "d".repeat(10_000);

test("a page ends before a query has read too much, and the next one goes on [LIMIT-09]", async () => {
  const setup = await setupReports();
  const { supervisor, newProject, insertTasks } = setup;
  const older = await newProject(["101", "102", "103"], "Maple Court");
  await newProject(["empty"], "Empty Court");
  const newer = await newProject(["201", "202"], "Oak Court");
  const unitIds = [...newer.unitIds, ...older.unitIds];
  for (const unitId of unitIds) {
    const tasks = Array.from({ length: 250 }, (_, at) => ({ name: `Task ${at}` }));
    await insertTasks(
      unitId,
      tasks.map((task) => ({ ...task, description: longText })),
    );
  }

  const read = (args: object) => supervisor.query(api.reports.taskDetailsPage, args);
  const page = await read({});
  const chosen = await read({ unitIds });

  // 250 tasks of 10 kB are 2.5 MB, and a page ends when it has read 4 MiB.
  expect(page.parts.map(({ unitNumber }) => unitNumber)).toEqual(["201", "202"]);
  expect(chosen.parts).toEqual(page.parts);
  const rest = await read({ after: page.next });
  expect(rest.parts.map(({ unitNumber }) => unitNumber)).toEqual(["empty", "101", "102"]);
  for (const scope of [{}, { unitIds }]) {
    expect((await setup.status(scope)).map(({ totalTasks }) => totalTasks)).toEqual(
      "unitIds" in scope ? [250, 250, 250, 250, 250] : [250, 250, 0, 250, 250, 250],
    );
    expect((await setup.details(scope)).tasks).toHaveLength(250);
  }
});

test("the hours of a unit with very many time entries are summed over pages [LIMIT-09, OP-47]", async () => {
  const { supervisor, newProject, insertTasks, insertHours, status } = await setupReports();
  const { unitIds } = await newProject(["101", "102"]);
  const unitId = first(unitIds);
  await insertTasks(unitId, [{ name: "Paint", estimatedHours: 3 }]);
  await insertHours(
    unitId,
    Array.from({ length: 500 }, () => 0.1),
    longText,
  );
  await insertHours(unitIds[1] ?? unitId, [7.25]);

  const page = await supervisor.query(api.reports.unitTaskStatusPage, {});

  expect(page.parts).toHaveLength(1);
  expect(page.next).toMatchObject({ entry: expect.any(Number) as number });
  expect(await status()).toMatchObject([
    { unitNumber: "101", totalTasks: 1, estimatedHours: 3, actualHours: 50 },
    { unitNumber: "102", totalTasks: 0, estimatedHours: 0, actualHours: 7.25 },
  ]);
  expect(await status({ unitIds })).toEqual(await status());
});

test("a page of more units than it may name is refused [LIMIT-09]", async () => {
  const { supervisor } = await setupReports();
  const unitIds = Array.from({ length: 251 }, (_, at) => `unit ${at}`);

  const call = supervisor.query(api.reports.unitTaskStatusPage, { unitIds });

  await expect(call).rejects.toMatchObject(refusal("invalid"));
});
