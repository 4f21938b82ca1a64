import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { everything, refusal, setupWorkspace, signIn } from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

const iso = (text: string) => new Date(text).toISOString();

test("every status can be reached from every other [PROJ-23]", async () => {
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const statuses = ["active", "completed", "on_hold", "cancelled"];

  for (const from of statuses) {
    for (const to of statuses) {
      await manager.mutation(api.projects.update, { projectId, status: from });
      const project = await manager.mutation(api.projects.update, { projectId, status: to });
      expect(project.status).toBe(to);
      expect(project.actualCompletionDate !== null).toBe(to === "completed");
    }
  }
});

test("saving a completed project again keeps the day it was completed [OP-19] [DATA-08]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2025-07-14T10:00:00Z") });
  const { manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  await manager.mutation(api.projects.update, { projectId, status: "completed" });
  vi.setSystemTime(Date.parse("2025-07-15T10:00:00Z"));

  const project = await manager.mutation(api.projects.update, {
    projectId,
    status: "completed",
    name: "Renamed",
  });

  expect(project).toMatchObject({
    name: "Renamed",
    actualCompletionDate: iso("2025-07-14T10:00:00Z"),
    updatedAt: iso("2025-07-15T10:00:00Z"),
  });
});

test("fields that are not sent stay, null and empty clear [DATA-07, OP-19]", async () => {
  const { manager, supervisor } = await setupWorkspace();
  const { id: projectId } = await manager.mutation(api.projects.create, {
    name: "Maple",
    description: "Text",
    units: ["1"],
    startDate: "2025-07-14",
    targetCompletionDate: "2025-07-20",
  });
  const supervisorId = supervisor.userId;

  const named = await manager.mutation(api.projects.update, { projectId, supervisorId });
  const cleared = await manager.mutation(api.projects.update, {
    projectId,
    description: "",
    startDate: null,
    targetCompletionDate: "",
    managerId: null,
  });

  expect(named).toMatchObject({ name: "Maple", description: "Text", supervisorId });
  expect(cleared).toMatchObject({
    name: "Maple",
    description: null,
    startDate: null,
    targetCompletionDate: null,
    managerId: null,
    supervisorId,
  });
});

test("an update cannot put the target before the stored start [OP-20]", async () => {
  const { t, manager } = await setupWorkspace();
  const { id: projectId } = await manager.mutation(api.projects.create, {
    name: "Maple",
    units: ["1"],
    startDate: "2025-07-14",
  });
  const before = await everything(t);

  const call = manager.mutation(api.projects.update, {
    projectId,
    targetCompletionDate: "2025-07-01",
  });

  await expect(call).rejects.toMatchObject(
    refusal("invalid", "Target completion date must be on or after the start date"),
  );
  expect(await everything(t)).toBe(before);
});

test.each([
  ["an unknown status [DATA-06]", { status: "archived" }, "invalid"],
  ["an empty name [VALID-04]", { name: " " }, "invalid"],
  ["a manager who does not exist [VALID-21]", { managerId: "nobody" }, "not_found"],
])("%s is refused and changes nothing", async (_, fields, code) => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const before = await everything(t);

  const call = manager.mutation(api.projects.update, { projectId, ...fields });

  await expect(call).rejects.toMatchObject(refusal(code));
  expect(await everything(t)).toBe(before);
});

test("a project whose manager was removed can be changed with the manager left as it is [VALID-21]", async () => {
  const { t, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  const gone = await signIn(t, "project_manager");
  await manager.mutation(api.projects.update, { projectId, managerId: gone.userId });
  await t.run(async ({ db }) => {
    await db.patch("users", gone.userId, { removedAt: Date.now() });
  });

  const sent = { projectId, managerId: gone.userId, name: "Oak Court" };
  const updated = await manager.mutation(api.projects.update, sent);

  expect(updated).toMatchObject({ name: "Oak Court", managerId: gone.userId });
  const put = manager.mutation(api.projects.update, { projectId, supervisorId: gone.userId });
  await expect(put).rejects.toMatchObject(refusal("not_found"));
});
