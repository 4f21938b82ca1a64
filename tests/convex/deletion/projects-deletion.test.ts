import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { recounted, storedCounts } from "../../support/recount.ts";
import { emptyTrash, first, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const contents = [
  ...(["units", "tasks", "photos", "unitNotes", "timeEntries", "contractors"] as const),
  ...(["projectTeamAssignments", "projectCounts", "templateUses"] as const),
];

async function setupFilled() {
  const workspace = await setupWorkspace();
  const { t, manager, newProject, templateIds } = workspace;
  const { projectId, unitIds } = await newProject(["101", "102"]);
  await manager.mutation(api.tasks.assignToAllUnits, { projectId, templateIds });
  const at = Date.now();
  const files = await t.run(async (ctx) => {
    const unitId = first(unitIds);
    const times = { createdAt: at, updatedAt: at };
    const storageId = await ctx.storage.store(new Blob(["picture"]));
    const photo = { unitId, projectId, storageId, filename: "a.png", photoDate: at, createdAt: at };
    await ctx.db.insert("photos", { ...photo, type: "before" });
    await ctx.db.insert("unitNotes", { unitId, userId: manager.userId, content: "n", ...times });
    const time = { projectId, userId: manager.userId, startTime: at, date: at, ...times };
    await ctx.db.insert("timeEntries", time);
    await ctx.db.insert("timeEntries", { ...time, unitId });
    const company = { projectId, companyName: "Roofs", isActive: true, createdAt: at };
    await ctx.db.insert("contractors", company);
    const teamMemberId = await ctx.db.insert("teamMembers", {
      ...{ createdBy: manager.userId, firstName: "A", lastName: "B", role: "crew_member" },
      ...{ isActive: true, createdAt: at },
    });
    const assignment = { projectId, teamMemberId, assignedAt: at, isActive: true };
    await ctx.db.insert("projectTeamAssignments", assignment);
    return [storageId];
  });
  return { ...workspace, projectId, unitIds, files };
}

test("a project that is removed for good takes everything under it with it, files too [OP-21] [DATA-09] [TRASH-01]", async () => {
  const { t, manager, projectId, files, newProject } = await setupFilled();
  const other = await newProject(["1"], "Other");

  expect(await manager.mutation(api.projects.remove, { projectId })).toEqual({ success: true });

  expect((await manager.query(api.projects.list, {})).map(({ id }) => id)).toEqual([
    other.projectId,
  ]);
  await emptyTrash(t, manager);
  for (const table of contents) {
    const rows = await rowsOf(t, table);
    expect([table, rows.length]).toEqual([table, table === "units" ? 1 : 0]);
  }
  const url = await t.run(async (ctx) => await ctx.storage.getUrl(first(files)));
  expect(url).toBeNull();
  expect(await storedCounts(t)).toEqual(await recounted(t));
  expect(await manager.query(api.projects.removals, {})).toEqual([]);
  const again = manager.mutation(api.projects.remove, { projectId });
  await expect(again).rejects.toMatchObject(refusal("not_found", "Project not found"));
});

test("units are added after the others, under the rules of creation [OP-21] [VALID-03]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject(["101"]);
  const add = async (units: string[], id: string = projectId) =>
    await manager.mutation(api.units.create, { projectId: id, units, key: "k" });

  const added = await add([" 102 ", "", "101"]);
  await add([" 102 ", "", "101"]);

  expect(added.map(({ name, status }) => [name, status])).toEqual([
    ["102", "not_started"],
    ["101", "not_started"],
  ]);
  const list = await manager.query(api.units.list, { projectId });
  expect(list.map(({ name }) => name)).toEqual(["101", "102", "101"]);
  expect(await storedCounts(t)).toEqual(await recounted(t));
});

test.each([
  ["[VALID-02]", [" "], "Please enter at least one unit"],
  ["[VALID-17]", ["u".repeat(256)], "Unit names must be at most 255 characters"],
  ["[OP-20]", Array<string>(1001).fill("1"), "At most 1000 units can be created at once"],
])(
  "%s unit names that creation refuses are refused when they are added",
  async (_, units, text) => {
    const { t, manager, newProject } = await setupWorkspace();
    const { projectId } = await newProject(["101"]);

    const add = manager.mutation(api.units.create, { projectId, units });

    await expect(add).rejects.toMatchObject(refusal("invalid", text));
    expect(await rowsOf(t, "units")).toHaveLength(1);
  },
);
