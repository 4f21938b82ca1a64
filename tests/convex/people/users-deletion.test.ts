import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { deleteUser } from "../../../convex/model/people/userWrites.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";
import {
  everything,
  first,
  insertSession,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

test("a removed user is off the list, and every session of theirs ends [USER-10, API-43]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  await t.run(async (ctx) => {
    const session = await ctx.db.get("sessions", manager.sessionId);
    if (session === null) return;
    const { _id: _, _creationTime: __, ...fields } = session;
    await ctx.db.insert("sessions", { ...fields, sid: "their phone" });
  });

  const answer = await admin.mutation(api.users.remove, { userId: manager.userId });

  expect(answer).toEqual({ success: true });
  const users = await admin.query(api.users.list, {});
  expect(users.map(({ id }) => id)).not.toContain(manager.userId);
  const sessions = await rowsOf(t, "sessions");
  expect(sessions.filter(({ userId }) => userId === manager.userId)).toEqual([]);
  expect(await manager.query(api.users.viewer, {})).toBeNull();
  await expect(manager.query(api.projects.list, {})).rejects.toMatchObject(
    refusal("unauthenticated"),
  );
});

test("nobody deletes the own account, not even one of many administrators [USER-08, PERM-23, TOAST-10]", async () => {
  const { t, admin } = await setupWorkspace();
  await insertSession(t, "account_administrator");
  const before = await everything(t);

  const remove = admin.mutation(api.users.remove, { userId: admin.userId });

  await expect(remove).rejects.toMatchObject(
    refusal("invalid", "You cannot delete your own account"),
  );
  expect(await everything(t)).toBe(before);
});

test("of administrators who delete each other at the same moment one remains [OP-04]", async () => {
  const { t, admin } = await setupWorkspace();
  const { userId, secret } = await insertSession(t, "account_administrator");

  const outcomes = await Promise.allSettled([
    admin.mutation(api.users.remove, { userId }),
    t.mutation(api.users.remove, { userId: admin.userId, session: secret }),
    admin.mutation(api.users.changeRole, { userId: admin.userId, role: "project_manager" }),
  ]);

  const left = (await rowsOf(t, "users")).filter(
    ({ role, removedAt }) => role === "account_administrator" && removedAt === undefined,
  );
  expect(left).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("the last administrator cannot be deleted, whoever asks for it [OP-04]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const before = await everything(t);

  // The public function cannot get this far, because the last administrator is always the caller.
  const remove = t.run(async (ctx) => {
    const [viewer, user] = await Promise.all([
      ctx.db.get("users", manager.userId),
      ctx.db.get("users", admin.userId),
    ]);
    if (viewer !== null && user !== null) await deleteUser({ ...ctx, viewer }, user);
  });

  await expect(remove).rejects.toMatchObject(
    refusal("conflict", "The last account administrator cannot be deleted"),
  );
  expect(await everything(t)).toBe(before);
});

test("an unknown, removed or other id is no user [VALID-21]", async () => {
  const { t, admin, manager, newProject } = await setupWorkspace();
  const { projectId } = await newProject();
  await admin.mutation(api.users.remove, { userId: manager.userId });
  const before = await everything(t);

  for (const userId of ["none", projectId, manager.userId]) {
    const notFound = refusal("not_found", "User not found");
    const change = { userId, role: "project_manager" };
    await expect(admin.mutation(api.users.remove, { userId })).rejects.toMatchObject(notFound);
    await expect(admin.mutation(api.users.changeRole, change)).rejects.toMatchObject(notFound);
  }
  expect(await everything(t)).toBe(before);
});

test("what a removed user wrote keeps the name, and the project its manager [OP-04]", async () => {
  const { t, admin, manager, newUnitWithTasks } = await setupWorkspace();
  const { projectId, unitId } = await newUnitWithTasks();
  await manager.mutation(api.unitNotes.create, { unitId, content: "Paint" });
  await manager.mutation(api.timeEntries.create, {
    ...{ projectId, date: "2025-07-14", startTime: "2025-07-14T07:00:00Z" },
    endTime: "2025-07-14T16:00:00Z",
  });
  const user = (await rowsOf(t, "users")).find(({ _id }) => _id === manager.userId);
  const name = `${user?.firstName} ${user?.lastName}`;

  await admin.mutation(api.users.remove, { userId: manager.userId });

  const notes = await admin.query(api.unitNotes.list, { unitId });
  expect(notes).toMatchObject([{ userFirstName: user?.firstName, userLastName: user?.lastName }]);
  const people = await admin.query(api.timeEntries.people, { projectId });
  expect(people.users).toEqual([{ id: manager.userId, name }]);
  const { recentActivity } = await admin.query(api.dashboard.summary, {});
  expect(recentActivity.map(({ description }) => description)).toContain(
    `${name} logged 8.0 hours`,
  );
  const [project] = await admin.query(api.projects.list, {});
  expect(project?.managerId).toBe(manager.userId);
});

test("adding the address of a removed user brings the same account back [OP-04]", async () => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  const { t, admin, manager, newUnitWithTasks } = await setupWorkspace();
  const { unitId } = await newUnitWithTasks();
  await manager.mutation(api.unitNotes.create, { unitId, content: "Paint" });
  const [, before] = await rowsOf(t, "users");
  await admin.mutation(api.users.remove, { userId: manager.userId });

  const restored = await admin.mutation(api.users.create, {
    ...{ email: before?.email.toUpperCase() ?? "", firstName: "Ann", lastName: "Able" },
    role: "project_supervisor",
  });

  expect(restored).toMatchObject({
    ...{ id: manager.userId, firstName: "Ann", lastName: "Able", role: "project_supervisor" },
    ...{ email: before?.email, createdAt: new Date(before?.createdAt ?? 0).toISOString() },
  });
  expect(await admin.query(api.users.list, {})).toContainEqual(restored);
  expect(await admin.query(api.unitNotes.list, { unitId })).toMatchObject([
    { userId: manager.userId, userFirstName: "Ann" },
  ]);
  // The earlier sessions stay ended: their cookies need a new sign-in.
  expect(await manager.query(api.users.viewer, {})).toBeNull();
});

test("a removed person cannot sign in, and can once added again [OP-03, OP-04, USER-10]", async () => {
  const { t, signIn, siteUrl, getJson } = await setupSignIn();
  const { secret } = await insertSession(t, "account_administrator");
  const signedIn = await signIn(claimsOf("ann@homes.test"));
  const me = () => getJson(signedIn.browser, "/api/auth/user");
  const { id: userId } = (await me()).body as { id: string };

  await t.mutation(api.users.remove, { userId, session: secret });

  expect((await me()).status).toBe(401);
  const refused = `${siteUrl}/?signin=refused`;
  expect((await signIn(claimsOf("ann@homes.test"))).location).toBe(refused);
  expect((await signIn(claimsOf("Ann@Homes.test", { sub: "other" }))).location).toBe(refused);
  await t.mutation(api.users.create, {
    ...{ email: "ann@homes.test", firstName: "Ann", lastName: "Able", session: secret },
    role: "project_supervisor",
  });
  const again = await signIn(claimsOf("ann@homes.test"));
  expect((await getJson(again.browser, "/api/auth/user")).body).toMatchObject({
    ...{ id: userId, role: "project_supervisor" },
  });
});

test("a person added by hand signs in to the account that was added [OP-03]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { secret } = await insertSession(t, "account_administrator");
  const added = await t.mutation(api.users.create, {
    ...{ email: "Zed@homes.test", firstName: "Zed", lastName: "Young", session: secret },
    role: "project_supervisor",
  });

  const { browser } = await signIn(claimsOf("zed@HOMES.test", { name: "Somebody Else" }));

  const { createdAt: _, updatedAt: __, ...user } = added;
  expect((await getJson(browser, "/api/auth/user")).body).toEqual(user);
});

test("history keeps who was added, changed, removed and brought back [USER-02]", async () => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  const { t, admin } = await setupWorkspace();
  const ann = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };
  const { id: userId } = await admin.mutation(api.users.create, ann);
  await admin.mutation(api.users.changeRole, { userId, role: "project_supervisor" });
  await admin.mutation(api.users.remove, { userId });
  await admin.mutation(api.users.create, { ...ann, lastName: "Baker" });

  const subject = { subjectUserId: userId, userId: admin.userId };
  const role = { field: "role", from: "project_manager", to: "project_supervisor" };
  expect((await rowsOf(t, "events")).slice(-4)).toMatchObject([
    { kind: "user.added", ...subject, label: "Ann Able" },
    { kind: "user.roleChanged", ...subject, changes: [role] },
    { kind: "user.removed", ...subject, label: "Ann Able" },
    {
      ...{ kind: "user.restored", ...subject, label: "Ann Baker" },
      changes: [
        { field: "lastName", from: "Able", to: "Baker" },
        { field: "role", from: "project_supervisor", to: "project_manager" },
      ],
    },
  ]);
  expect(first((await rowsOf(t, "users")).slice(-1))._id).toBe(userId);
});

test("a removed administrator whom the deployment names from outside the domain can be brought back [USER-02, USER-05]", async () => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("ADMIN_EMAILS", "Chief@Partner.test");
  const { t, admin } = await setupWorkspace();
  const chief = { email: "chief@partner.test", firstName: "Chris", lastName: "Chief" };
  const role = "account_administrator";
  const { userId } = await insertSession(t, role, { ...chief, removedAt: Date.now() });

  const back = await admin.mutation(api.users.create, {
    ...chief,
    email: "CHIEF@partner.test",
    role,
  });

  expect(back).toMatchObject({ id: userId, ...chief, role });
  expect(await admin.query(api.users.namedAdministrators, {})).toEqual([chief.email]);
  const other = admin.mutation(api.users.create, { ...chief, email: "clerk@partner.test" });
  await expect(other).rejects.toMatchObject(refusal("invalid"));
});
