import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  day,
  everything,
  first,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

const iso = (text: string) => new Date(text).toISOString();

test("creating a project creates one unit for each name, in order [API-09]", async () => {
  const { manager } = await setupWorkspace();

  const project = await manager.mutation(api.projects.create, {
    name: "  Maple Court  ",
    description: " Two floors ",
    units: ["  102 ", "", "101", "   ", "102"],
    startDate: "2025-07-14",
    targetCompletionDate: "2025-07-20T09:30:00.000+02:00",
  });

  const units = await manager.query(api.units.list, { projectId: project.id });
  expect(units.map((unit) => unit.name)).toEqual(["102", "101", "102"]);
  expect(project).toMatchObject({
    name: "Maple Court",
    description: "Two floors",
    status: "active",
    managerId: manager.userId,
    supervisorId: null,
    startDate: iso("2025-07-14T12:00:00Z"),
    targetCompletionDate: iso("2025-07-20T07:30:00Z"),
    actualCompletionDate: null,
    unitCount: 3,
    teamMembers: [],
  });
  expect(project.createdAt).toBe(project.updatedAt);
  expect(Math.abs(Date.now() - Date.parse(project.createdAt))).toBeLessThan(10_000);
});

test("new units start not started, without dates, notes and tasks [DATA-09, DATA-10, DATA-11, API-14]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["101"]);

  const unit = first(await manager.query(api.units.list, { projectId }));

  expect(unit).toMatchObject({
    projectId,
    projectName: "Maple Court",
    status: "not_started",
    startDate: null,
    completionDate: null,
    notes: null,
    totalTasks: 0,
    completedTasks: 0,
    inProgressTasks: 0,
    notStartedTasks: 0,
    recentPhotos: [],
  });
});

test.each([
  ["null", { description: null, startDate: null, targetCompletionDate: null }],
  ["empty", { description: "", startDate: "", targetCompletionDate: "" }],
  ["left out", {}],
])("description and dates may be %s [VALID-01]", async (_, fields) => {
  const { manager } = await setupWorkspace();

  const project = await manager.mutation(api.projects.create, {
    name: "Maple",
    units: ["1"],
    ...fields,
  });

  expect(project).toMatchObject({
    description: null,
    startDate: null,
    targetCompletionDate: null,
  });
});

const unitName = (length: number) => ["u".repeat(length)];

test.each([
  ["without a name [VALID-04]", { name: "" }, "Project name is required"],
  ["with a blank name [VALID-04]", { name: "   " }, "Project name is required"],
  ["with 256 characters [DATA-05]", { name: "n".repeat(256) }, /at most 255 characters/],
  ["without units [VALID-02]", { units: [] }, "Please enter at least one unit"],
  ["with blank units only [VALID-03]", { units: ["", "  "] }, "Please enter at least one unit"],
  ["with a unit name of 256 characters [OP-20]", { units: unitName(256) }, /at most 255/],
  ["with 1,001 units [OP-56]", { units: Array<string>(1001).fill("u") }, /At most 1000 units/],
  [
    "with 1,001 units that all are wrong [OP-56]",
    { units: Array<string>(1001).fill("a\tb") },
    /At most 1000/,
  ],
  ["with a description of 10,001 characters [OP-20]", { description: "d".repeat(10_001) }, /10000/],
  ["with a start date that does not exist [OP-30]", { startDate: "2025-02-30" }, /valid date/],
  ["with a date-time without offset [OP-30]", { startDate: "2025-02-03T10:00" }, /valid date/],
  [
    "with a target before the start [OP-20]",
    { startDate: "2025-07-14", targetCompletionDate: "2025-07-13" },
    "Target completion date must be on or after the start date",
  ],
])("%s a project is refused and nothing is created", async (_, fields, message) => {
  const { t, manager } = await setupWorkspace();
  const before = await everything(t);

  const call = manager.mutation(api.projects.create, { name: "Maple", units: ["1"], ...fields });

  await expect(call).rejects.toMatchObject({
    data: { code: "invalid", message: expect.stringMatching(message) as string },
  });
  expect(await everything(t)).toBe(before);
});

test("names of 255 characters are accepted [DATA-05]", async () => {
  const { manager } = await setupWorkspace();

  const name = "n".repeat(255);
  const project = await manager.mutation(api.projects.create, { name, units: unitName(255) });

  expect(project.name).toBe(name);
});

test("a project is created with 1,000 units at once [OP-56]", async () => {
  const { manager } = await setupWorkspace();
  const units = Array.from({ length: 1000 }, (_, index) => `Unit ${index}`);

  const project = await manager.mutation(api.projects.create, { name: "Large", units });

  const list = await manager.query(api.units.list, { projectId: project.id });
  expect(project.unitCount).toBe(1000);
  expect(list.map((unit) => unit.name)).toEqual(units);
});

test("start and target may be the same day [OP-20]", async () => {
  const { manager } = await setupWorkspace();

  const call = manager.mutation(api.projects.create, {
    name: "Maple",
    units: ["1"],
    startDate: "2025-07-14",
    targetCompletionDate: "2025-07-14T01:00:00Z",
  });

  await expect(call).resolves.toMatchObject({ unitCount: 1 });
});

test("projects are listed newest first [API-08, OP-17]", async () => {
  const { t, manager } = await setupWorkspace();
  for (const name of ["One", "Two", "Three"]) {
    await manager.mutation(api.projects.create, { name, units: ["1"] });
  }
  const oldest = first(await rowsOf(t, "projects"));
  await t.run(
    async (ctx) => await ctx.db.patch("projects", oldest._id, { createdAt: Date.now() + day }),
  );

  const list = await manager.query(api.projects.list, {});

  expect(list.map((project) => project.name)).toEqual(["One", "Three", "Two"]);
});

test("list items carry the active team, oldest assignment first [PROJ-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  await t.run(async (ctx) => {
    for (const [order, firstName] of ["Late", "Early", "Gone"].entries()) {
      const teamMemberId = await ctx.db.insert("teamMembers", {
        createdBy: manager.userId,
        firstName,
        lastName: "Worker",
        role: "crew_member",
        isActive: true,
        createdAt: 1,
      });
      await ctx.db.insert("projectTeamAssignments", {
        projectId,
        teamMemberId,
        assignedAt: 10 - order,
        isActive: firstName !== "Gone",
      });
    }
  });

  const [project] = await manager.query(api.projects.list, {});

  expect(project?.teamMembers.map((member) => member.firstName)).toEqual(["Early", "Late"]);
  expect(project?.teamMembers[0]).toMatchObject({ email: null, trade: null, phone: null });
});

test("a project without tasks is 0 percent complete [DATA-36, API-11]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();

  const stats = await manager.query(api.projects.stats, { projectId });

  expect(stats).toEqual({
    completionPercentage: 0,
    ...{ unitsLate: 0, unitsAtRisk: 0, overdueTasks: 0, nextDueDate: null },
  });
});

test("the stats of a project count its late units and overdue tasks, and tell what is due next [TURN-09]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace({ templates: 3 });
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const [one = "", two = "", three = ""] = taskIds;
  const dueOn = (taskId: string, dueDate: string) =>
    manager.mutation(api.tasks.update, { taskId, dueDate });
  await dueOn(one, "2020-01-01");
  await dueOn(two, "2999-03-02");
  await dueOn(three, "2999-03-01");
  await manager.mutation(api.units.update, { unitId, readyByDate: "2020-02-01" });

  expect(await manager.query(api.projects.stats, { projectId })).toEqual({
    completionPercentage: 0,
    ...{ unitsLate: 1, unitsAtRisk: 0, overdueTasks: 1 },
    nextDueDate: "2999-03-01T12:00:00.000Z",
  });
});

test("completed tasks count into the project's percentage [DASH-13]", async () => {
  const { manager, newUnitWithTasks } = await setupWorkspace();
  const { projectId, taskIds } = await newUnitWithTasks();
  await manager.mutation(api.tasks.update, { taskId: first(taskIds), status: "completed" });

  const stats = await manager.query(api.projects.stats, { projectId });

  expect(stats).toMatchObject({ completionPercentage: 33 });
});

test("an assignment moves the unit's counts and the project's percentage [ASSIGN-16]", async () => {
  const { manager, newUnitWithTasks, templateIds } = await setupWorkspace();
  const { projectId, taskIds } = await newUnitWithTasks();
  for (const taskId of taskIds)
    await manager.mutation(api.tasks.update, { taskId, status: "completed" });
  const before = await manager.query(api.projects.stats, { projectId });
  const [added] = await manager.mutation(api.units.create, { projectId, units: ["102"] });

  await manager.mutation(api.tasks.assignToUnit, { unitId: added?.id ?? "", templateIds });

  const after = await manager.query(api.projects.stats, { projectId });
  expect([before, after]).toMatchObject([
    { completionPercentage: 100 },
    { completionPercentage: 50 },
  ]);
  expect(await manager.query(api.units.list, { projectId })).toMatchObject([
    { completedTasks: 3, notStartedTasks: 0 },
    { completedTasks: 0, notStartedTasks: 3 },
  ]);
});

test.each(["nothing", "", "users"])("an id that is %j is not found [VALID-21]", async (sent) => {
  const { manager } = await setupWorkspace();
  const projectId = sent === "users" ? manager.userId : sent;

  for (const call of [
    () => manager.query(api.projects.stats, { projectId }),
    () => manager.mutation(api.projects.update, { projectId, name: "New" }),
    () => manager.query(api.units.list, { projectId }),
    () => manager.query(api.tasks.assigned, { projectId }),
  ]) {
    await expect(call()).rejects.toMatchObject(refusal("not_found", "Project not found"));
  }
});

test("a resent key answers with the first project and creates nothing twice [API-09]", async () => {
  const { t, manager, admin } = await setupWorkspace();
  const sent = { name: "Maple", units: ["1", "2"], key: "key-1" };

  const once = await manager.mutation(api.projects.create, sent);
  const again = await manager.mutation(api.projects.create, sent);
  const others = [
    await admin.mutation(api.projects.create, sent),
    await manager.mutation(api.projects.create, { ...sent, key: "key-2" }),
  ];

  expect(again).toEqual(once);
  expect(others.map(({ id }) => id)).not.toContain(once.id);
  expect(await rowsOf(t, "projects")).toHaveLength(3);
  expect(await rowsOf(t, "units")).toHaveLength(6);
});

test("a key that was used for something else is a conflict [API-09]", async () => {
  const { manager, newProject, templateIds } = await setupWorkspace();
  const { unitIds } = await newProject();
  await manager.mutation(api.projects.create, { name: "Maple", units: ["1"], key: "key-1" });

  const call = manager.mutation(api.tasks.assignToUnit, {
    unitId: first(unitIds),
    templateIds,
    key: "key-1",
  });

  await expect(call).rejects.toMatchObject(refusal("conflict"));
});
