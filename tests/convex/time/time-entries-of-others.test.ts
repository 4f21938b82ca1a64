import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { canChangeTimeEntry } from "../../../convex/rules/permissions.ts";
import { setupHttpDoor } from "../../support/http-door.ts";
import { everything, refusal, signIn } from "../../support/workspace.ts";

const shift = {
  startTime: "2025-07-14T07:00:00.000Z",
  endTime: "2025-07-14T16:00:00.000Z",
  date: "2025-07-14",
};

/** An entry that one supervisor has created, a second supervisor, and the ways to get at the entry. */
async function setupOthers() {
  const door = await setupHttpDoor();
  const { t, supervisor, newProject, sendJson, cookieOf } = door;
  const { projectId } = await newProject(["101"]);
  const other = await signIn(t, "project_supervisor");
  const { headers } = await cookieOf("project_supervisor");
  const entry = await supervisor.mutation(api.timeEntries.create, { projectId, ...shift });
  const timeEntryId = entry.id;
  const path = `/api/time-entries/${timeEntryId}`;
  const patch = async (body: object, as: Record<string, string> = headers) =>
    await sendJson("PATCH", path, { headers: as, body });
  const remove = async (as: Record<string, string> = headers) =>
    await sendJson("DELETE", path, { headers: as });
  return { ...door, projectId, other, entry, timeEntryId, patch, remove };
}

test("a supervisor neither changes, takes over nor deletes the time of others [SHEET-05]", async () => {
  const { t, other, timeEntryId, patch, remove } = await setupOthers();
  const before = await everything(t);

  const changes = [{ description: "Mine" }, { userId: other.userId }, { endTime: null }, {}];
  for (const change of changes) {
    expect((await patch(change)).status).toBe(403);
    const call = other.mutation(api.timeEntries.update, { timeEntryId, ...change });
    await expect(call).rejects.toMatchObject(refusal("forbidden"));
  }
  expect((await remove()).status).toBe(403);
  const removal = other.mutation(api.timeEntries.remove, { timeEntryId });
  await expect(removal).rejects.toMatchObject(refusal("forbidden"));
  expect(await everything(t)).toBe(before);
});

test("its creator, managers and administrators change and delete an entry [SHEET-05]", async () => {
  const { doors, supervisor, manager, admin, projectId, entry, timeEntryId, patch, remove } =
    await setupOthers();

  for (const [index, caller] of [supervisor, manager, admin].entries()) {
    const change = { timeEntryId, description: String(index) };
    const changed = await caller.mutation(api.timeEntries.update, change);
    expect(changed).toMatchObject({ description: String(index), createdBy: entry.createdBy });
  }
  expect((await patch({ description: "HTTP" }, doors.manager.headers)).status).toBe(200);
  expect((await remove(doors.admin.headers)).status).toBe(200);
  for (const caller of [supervisor, manager, admin]) {
    const { id } = await supervisor.mutation(api.timeEntries.create, { projectId, ...shift });
    await caller.mutation(api.timeEntries.remove, { timeEntryId: id });
  }
});

test("whoever an entry is about, its creator stays, and nobody can send another [SHEET-05]", async () => {
  const { doors, sendJson, supervisor, manager, projectId, entry, timeEntryId, patch } =
    await setupOthers();
  const userId = supervisor.userId;

  expect(entry.createdBy).toBe(userId);
  const moved = { timeEntryId, userId: manager.userId };
  expect((await manager.mutation(api.timeEntries.update, moved)).createdBy).toBe(userId);
  await supervisor.mutation(api.timeEntries.update, { timeEntryId, description: "still mine" });
  const sent = await patch({ createdBy: manager.userId }, doors.manager.headers);
  expect(sent).toMatchObject({ status: 200, body: { createdBy: userId } });

  const made = await sendJson("POST", "/api/time-entries", {
    headers: doors.manager.headers,
    body: { projectId, ...shift, userId, createdBy: userId },
  });
  const createdBy = doors.manager.userId;
  expect(made).toMatchObject({ status: 201, body: { userId, createdBy } });
  const { id } = made.body as { id: string };
  const call = supervisor.mutation(api.timeEntries.update, { timeEntryId: id, description: "x" });
  await expect(call).rejects.toMatchObject(refusal("forbidden"));
});

test("an entry of an earlier version was created by its user, also after it is moved [SHEET-05]", async () => {
  const { t, supervisor, other, manager, entry, timeEntryId } = await setupOthers();
  await t.run(async (ctx) => await ctx.db.patch("timeEntries", entry.id, { createdBy: undefined }));
  const change = (userId: string) => ({ timeEntryId, userId });

  const theirs = other.mutation(api.timeEntries.update, { timeEntryId, description: "x" });
  await expect(theirs).rejects.toMatchObject(refusal("forbidden"));
  const moved = await manager.mutation(api.timeEntries.update, change(manager.userId));

  expect(moved).toMatchObject({ userId: manager.userId, createdBy: supervisor.userId });
  await supervisor.mutation(api.timeEntries.remove, { timeEntryId });
});

test.each([
  ["project_supervisor", true, true],
  ["project_supervisor", false, false],
  ["project_manager", false, true],
  ["account_administrator", false, true],
  ["crew_member", true, false],
  [null, true, false],
])("with the role %s and being the creator: %s, changing is allowed: %s [SHEET-05]", (...row) => {
  const [role, isCreator, isAllowed] = row;
  const entry = { createdBy: isCreator ? "me" : "someone" };

  expect(canChangeTimeEntry({ id: "me", role }, entry)).toBe(isAllowed);
});
