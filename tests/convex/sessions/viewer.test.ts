import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import {
  day,
  insertSession,
  refusal,
  rowsOf,
  setupWorkspace,
  signIn,
} from "../../support/workspace.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("the viewer is the user behind the live door's session [API-04]", async () => {
  const { t } = await setupWorkspace();
  const caller = await signIn(t, "project_manager", {
    firstName: "Ann",
    email: "ann@homes.test",
    profileImageUrl: "https://homes.test/ann.png",
  });

  expect(await caller.query(api.users.viewer, {})).toEqual({
    id: caller.userId,
    role: "project_manager",
    firstName: "Ann",
    lastName: expect.any(String) as string,
    email: "ann@homes.test",
    profileImageUrl: "https://homes.test/ann.png",
  });
});

test("the secret of the HTTP door's cookie names the same session [AUTH-07]", async () => {
  const { t } = await setupWorkspace();
  const { secret, userId } = await insertSession(t, "project_manager");

  const viewer = await t.query(api.users.viewer, { session: secret });
  const project = await t.mutation(api.projects.create, {
    name: "Maple",
    units: ["1"],
    session: secret,
  });

  expect(viewer?.id).toBe(userId);
  expect(project.managerId).toBe(userId);
});

test("nobody is the viewer without a session, with a wrong secret or a wrong subject [AUTH-01]", async () => {
  const { t } = await setupWorkspace();
  const { secret, sessionId, userId } = await insertSession(t, "project_manager");
  const sid = (await rowsOf(t, "sessions")).find(({ _id }) => _id === sessionId)?.sid ?? "";

  for (const session of ["", "wrong", `${secret} `, sid]) {
    expect(await t.query(api.users.viewer, { session })).toBeNull();
  }
  expect(await t.query(api.users.viewer, {})).toBeNull();
  for (const subject of ["nothing", userId]) {
    expect(await t.withIdentity({ subject }).query(api.users.viewer, {})).toBeNull();
  }
});

test("an expired session is not accepted, and the clean-up removes it [DATA-04]", async () => {
  vi.stubEnv("SESSION_IDLE_HOURS", "0");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2025-07-16T10:00:00Z") });
  const { t, manager } = await setupWorkspace();
  const { secret } = await insertSession(t, "project_manager");
  vi.setSystemTime(Date.now() + 7 * day - 1);
  const last = await t.query(api.users.viewer, { session: secret });
  vi.setSystemTime(Date.now() + 1);

  const viewer = await manager.query(api.users.viewer, {});
  const call = t.query(api.projects.list, { session: secret });
  await expect(call).rejects.toMatchObject(refusal("unauthenticated"));
  const kept = await signIn(t, "project_manager");
  await t.mutation(internal.jobs.cleanup.run, {});

  expect(last).not.toBeNull();
  expect(viewer).toBeNull();
  expect((await rowsOf(t, "sessions")).map(({ _id }) => _id)).toEqual([kept.sessionId]);
});

test("a removed user is nobody [USER-10]", async () => {
  const { t, manager } = await setupWorkspace();
  await t.run(async (ctx) => {
    await ctx.db.patch("users", manager.userId, { removedAt: Date.now() });
  });

  expect(await manager.query(api.users.viewer, {})).toBeNull();
  await expect(manager.query(api.projects.list, {})).rejects.toMatchObject(
    refusal("unauthenticated"),
  );
});

test("a role change holds for the next call of an open session [SHELL-31]", async () => {
  const { t, manager } = await setupWorkspace();
  await t.run(async (ctx) => {
    await ctx.db.patch("users", manager.userId, { role: "project_supervisor" });
  });

  const call = manager.mutation(api.projects.create, { name: "New", units: ["1"] });

  await expect(call).rejects.toMatchObject(refusal("forbidden"));
  expect(await manager.query(api.users.viewer, {})).toMatchObject({ role: "project_supervisor" });
});

test("someone without a known role still sees who they are [PERM-11]", async () => {
  const { t } = await setupWorkspace();
  const caller = await signIn(t, "crew_member");

  expect(await caller.query(api.users.viewer, {})).toMatchObject({ role: "crew_member" });
});

test("the password hash never leaves [DATA-03]", async () => {
  const { t } = await setupWorkspace();
  const caller = await signIn(t, "project_manager", { passwordHash: "hash" });

  expect(await caller.query(api.users.viewer, {})).not.toHaveProperty("passwordHash");
});

test("the company's settings are readable without a session, have defaults and tell no stranger what an hour costs [OP-05]", async () => {
  const { t } = await setupWorkspace();
  vi.stubEnv("SITE_URL", "https://turns.homes.test:8443");
  const defaults = await t.query(api.company.settings, {});
  vi.stubEnv("COMPANY_DOMAIN", "Homes.test");
  vi.stubEnv("COMPANY_TIME_ZONE", "Europe/Berlin");
  vi.stubEnv("COMPANY_LOGO_URL", "https://homes.test/logo.svg");
  vi.stubEnv("DEMO_PROVIDER", "1");
  vi.stubEnv("LABOUR_RATE", "62.5");

  const configured = await t.query(api.company.settings, {});

  expect(defaults).toEqual({
    productName: "Turnboard",
    companyDomain: "turns.homes.test",
    timeZone: "UTC",
    logoUrl: null,
    demoSignIn: false,
  });
  expect(configured).toEqual({
    productName: "Turnboard",
    companyDomain: "homes.test",
    timeZone: "Europe/Berlin",
    logoUrl: "https://homes.test/logo.svg",
    demoSignIn: true,
  });
});
