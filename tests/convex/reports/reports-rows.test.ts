import { expect, test } from "vitest";
import { toTaskDetails, unitLabels } from "../../../convex/rules/reportMatrix.ts";
import {
  type DetailsPart,
  readReport,
  type ReportCursor,
  type StatusPart,
  toUnitTaskStatus,
} from "../../../convex/rules/reports.ts";

const unit = (unitNumber: string, projectName: string) => ({ unitNumber, projectName });

test.each([
  ["names of their own stay", [unit("1", "A"), unit("2", "A")], ["1", "2"]],
  ["a repeated name gets its project", [unit("1", "A"), unit("1", "B")], ["1 (A)", "1 (B)"]],
  [
    "a repeated label gets a number",
    [unit("1", "A"), unit("1", "A"), unit("1", "A"), unit("1", "B")],
    ["1 (A)", "1 (A) #2", "1 (A) #3", "1 (B)"],
  ],
  [
    "a unit that is called like a label keeps its name, wherever it stands",
    [unit("1", "A"), unit("1", "A"), unit("1 (A)", "B"), unit("1 (A) #2", "B")],
    ["1 (A) #3", "1 (A) #4", "1 (A)", "1 (A) #2"],
  ],
])("labels: %s [OP-46, DATA-42]", (_, units, labels) => {
  expect(unitLabels(units)).toEqual(labels);
  expect(new Set(labels).size).toBe(units.length);
});

const part = (name: string, tasks: Partial<DetailsPart["tasks"][number]>[]): DetailsPart => ({
  place: { projectAt: 1, project: 1, unit: Number(name) },
  ...{ unitId: `id of ${name}`, unitNumber: name, projectId: "p", projectName: "Maple Court" },
  tasks: tasks.map((task) => ({
    ...{ name: "Paint", status: "completed" as const, sortOrder: 1, startDate: null },
    ...{ block: null, ...task },
  })),
});

test.each([
  [["completed", "in_progress"], "in_progress"],
  [["in_progress", "not_started"], "not_started"],
  [["not_started", "completed"], "not_started"],
  [["not_started", "overdue"], "overdue"],
  [["overdue", "completed"], "overdue"],
] as const)(
  "two tasks of one name, %s: the unit shows %s [OP-46, DETAIL-14]",
  (statuses, shown) => {
    for (const order of [statuses, statuses.toReversed()]) {
      const report = toTaskDetails([
        part(
          "101",
          order.map((status) => ({ status })),
        ),
      ]);
      expect(report.tasks).toEqual([{ taskName: "Paint", statuses: { 101: shown } }]);
    }
  },
);

test("a start date is that of the task whose status is shown [DATA-42]", () => {
  const tasks = [
    { status: "completed" as const, startDate: "2025-07-01T12:00:00.000Z" },
    { status: "in_progress" as const, startDate: "2025-07-02T12:00:00.000Z" },
  ];

  expect(toTaskDetails([part("101", tasks), part("102", [{}])]).tasks).toEqual([
    {
      taskName: "Paint",
      statuses: { 101: "in_progress", 102: "completed" },
      startDates: { 101: "2025-07-02T12:00:00.000Z" },
    },
  ]);
});

test("a cell tells what its task waits for, of two tasks of one name since the older block [BLOCK-03] [DATA-42]", () => {
  const older = { reason: "parts" as const, since: "2025-07-01T12:00:00.000Z" };
  const newer = { reason: "vendor" as const, since: "2025-07-02T12:00:00.000Z" };
  const tasks = [
    { status: "not_started" as const, block: newer },
    { status: "in_progress" as const, block: older },
    { name: "Doors", status: "overdue" as const },
    { name: "Doors", status: "in_progress" as const, block: newer },
  ];

  for (const order of [tasks, tasks.toReversed()]) {
    const report = toTaskDetails([part("101", order), part("102", [{}])]);
    expect(report.tasks.toSorted((a, b) => b.taskName.localeCompare(a.taskName))).toEqual([
      {
        taskName: "Paint",
        statuses: { 101: "not_started", 102: "completed" },
        blocks: { 101: older },
      },
      { taskName: "Doors", statuses: { 101: "overdue" }, blocks: { 101: newer } },
    ]);
  }
});

test("tasks come by their lowest sort order in any unit, then by name [DATA-42]", () => {
  const report = toTaskDetails([
    part("101", [
      { name: "Doors", sortOrder: 5 },
      { name: "Paint", sortOrder: 7 },
    ]),
    part("102", [
      { name: "Paint", sortOrder: 2 },
      { name: "Bath", sortOrder: 5 },
    ]),
  ]);

  expect(report.tasks.map(({ taskName }) => taskName)).toEqual(["Paint", "Bath", "Doors"]);
});

test("a unit may be called like a property of every object [DATA-42]", () => {
  const named = (unitNumber: string, at: number) => ({
    ...part("1", [{}]),
    ...{ unitNumber, unitId: unitNumber, place: { projectAt: 1, project: 1, unit: at } },
  });

  const report = toTaskDetails([named("__proto__", 1), named("constructor", 2)]);

  expect(report.units).toEqual(["__proto__", "constructor"]);
  expect(JSON.stringify(report.tasks)).toBe(
    '[{"taskName":"Paint","statuses":{"__proto__":"completed","constructor":"completed"}}]',
  );
});

const figures = {
  ...{ totalTasks: 3, completedTasks: 1, inProgressTasks: 0, notStartedTasks: 2, overdueTasks: 0 },
  ...{ estimatedHours: 0.1 + 0.2, actualHours: 0.1 },
};
const statusPart = (place: StatusPart["place"], actualHours: number): StatusPart => ({
  ...{ place, unitId: `id ${place.project} ${place.unit}`, unitNumber: "1", projectId: "p" },
  projectName: "A",
  figures: { ...figures, actualHours },
});

test("the parts of a unit are one row, wherever they stand, and hours have 2 decimals [DATA-41, OP-47]", () => {
  const rest = statusPart({ projectAt: 1, project: 1, unit: 7 }, 0.2);
  const none = Object.fromEntries(Object.keys(figures).map((name) => [name, 0]));
  const rows = toUnitTaskStatus([
    statusPart({ projectAt: 1, project: 1, unit: 7 }, 0.1),
    statusPart({ projectAt: 1, project: 2, unit: 9 }, 0),
    statusPart({ projectAt: 2, project: 0, unit: 8 }, 0),
    statusPart({ projectAt: 1, project: 1, unit: 6 }, 0),
    { ...rest, figures: { ...rest.figures, ...none, actualHours: 0.2 } },
  ]);

  expect(rows.map(({ unitId }) => unitId)).toEqual(["id 0 8", "id 2 9", "id 1 6", "id 1 7"]);
  expect(rows[3]).toEqual({
    ...{ unitId: "id 1 7", unitNumber: "1", projectName: "A", ...figures },
    ...{ estimatedHours: 0.3, actualHours: 0.3, completionPercentage: 33 },
  });
});

test("a report is read page after page, and of many units in pieces [API-48, LIMIT-09]", async () => {
  const asked: { units?: number; after?: ReportCursor }[] = [];
  const progress: number[] = [];
  const cursor = { projectAt: 1, project: 2, unit: 3 };
  const unitIds = Array.from({ length: 251 }, (_, index) => `unit ${index}`);

  const parts = await readReport(
    async ({ unitIds = [], after }) => {
      asked.push({ units: unitIds.length, ...(after === undefined ? {} : { after }) });
      return await Promise.resolve({
        parts: [asked.length],
        next: asked.length === 1 ? cursor : null,
      });
    },
    { unitIds: [...unitIds, "unit 0"] },
    (count) => progress.push(count),
  );

  expect(asked).toEqual([{ units: 250 }, { units: 250, after: cursor }, { units: 1 }]);
  expect(parts).toEqual([1, 2, 3]);
  expect(progress).toEqual([1, 2, 3]);
});

test("a failing page fails the report and is not asked for again [REPORT-20]", async () => {
  let calls = 0;
  const report = readReport(async () => {
    calls += 1;
    return await Promise.reject(new Error("500 Internal Server Error"));
  }, {});

  await expect(report).rejects.toThrow("500 Internal Server Error");
  expect(calls).toBe(1);
});
