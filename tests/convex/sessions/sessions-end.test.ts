import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import {
  day,
  type Engine,
  insertSession,
  insertSessionOf,
  refusal,
  rowsOf,
  setupWorkspace,
  withToken,
} from "../../support/workspace.ts";

const ann = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };

/** Inserts further rows of sessions, which no test asks about. */
async function addRows(t: Engine, userId: Id<"users">, count: number): Promise<void> {
  await t.run(async (ctx) => {
    const session = { sess: {}, expire: Date.now() + day, userId, generation: 0 };
    for (let row = 0; row < count; row += 1)
      await ctx.db.insert("sessions", { ...session, sid: `${userId} ${row}` });
  });
}

async function sessionsOf(t: Engine, userId: Id<"users">) {
  return (await rowsOf(t, "sessions")).filter((session) => session.userId === userId);
}

/** Runs the work and then all scheduled steps. */
async function afterSteps(t: Engine, work: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers();
  try {
    await work();
    await t.finishAllScheduledFunctions(vi.runAllTimers);
  } finally {
    vi.useRealTimers();
  }
}

test("all sessions of a removed person end, more than one step removes, for the time after they are added again too [USER-10]", async () => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  const { t, admin } = await setupWorkspace();
  const { userId } = await insertSession(t, "project_manager", ann);
  await addRows(t, userId, 1198);
  // The row of this session is removed last.
  const last = await insertSessionOf(t, userId);
  const live = await withToken(t, last);

  await afterSteps(t, async () => {
    await admin.mutation(api.users.remove, { userId });
    await admin.mutation(api.users.create, ann);
    expect(await sessionsOf(t, userId)).toHaveLength(700);
    expect(await t.query(api.users.viewer, { session: last.secret })).toBeNull();
    expect(await live.query(api.users.viewer, {})).toBeNull();
  });

  expect(await sessionsOf(t, userId)).toEqual([]);
  expect(await t.query(api.users.viewer, { session: last.secret })).toBeNull();
});

test("an administrator signs a user out everywhere, who may sign in again [USER-10]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const phone = await insertSessionOf(t, manager.userId);

  const answer = await admin.mutation(api.sessions.endAllOf, { userId: manager.userId });

  expect(answer).toEqual({ success: true });
  expect(await manager.query(api.users.viewer, {})).toBeNull();
  expect(await t.query(api.users.viewer, { session: phone.secret })).toBeNull();
  expect(await sessionsOf(t, manager.userId)).toEqual([]);
  expect(await admin.query(api.users.viewer, {})).not.toBeNull();
  const again = await insertSessionOf(t, manager.userId);
  expect(await t.query(api.users.viewer, { session: again.secret })).toMatchObject({
    id: manager.userId,
  });
});

test("a person ends one of their sessions, and nobody else's [AUTH-13]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const phone = await insertSessionOf(t, manager.userId);

  const end = (sessionId: string) => manager.mutation(api.sessions.end, { sessionId });
  await end(phone.sessionId);

  expect(await t.query(api.users.viewer, { session: phone.secret })).toBeNull();
  for (const sessionId of [phone.sessionId, admin.sessionId, manager.userId, "none", ""])
    await expect(end(sessionId)).rejects.toMatchObject(refusal("not_found", "Session not found"));
  expect(await admin.query(api.users.viewer, {})).not.toBeNull();
  expect(await manager.query(api.users.viewer, {})).not.toBeNull();
  // Nothing remains of the session, including its row of use.
  expect((await rowsOf(t, "sessionUses")).map(({ sessionId }) => sessionId)).not.toContain(
    phone.sessionId,
  );
});

test("ending all others leaves the one that asks, on both doors, however many there were [AUTH-13]", async () => {
  const { t, manager, supervisor } = await setupWorkspace();
  const phone = await insertSessionOf(t, manager.userId);
  await addRows(t, manager.userId, 520);

  await afterSteps(t, async () => {
    await manager.mutation(api.sessions.endOthers, {});
    expect(await t.query(api.users.viewer, { session: phone.secret })).toBeNull();
    expect(await manager.query(api.users.viewer, {})).not.toBeNull();
  });

  expect(await sessionsOf(t, manager.userId)).toMatchObject([{ _id: manager.sessionId }]);
  expect(await manager.query(api.sessions.list, {})).toMatchObject([
    { id: manager.sessionId, current: true },
  ]);
  expect(await supervisor.query(api.users.viewer, {})).not.toBeNull();
});

test("neither a session's id nor what is stored of it makes a token: the key in it must fit [AUTH-07]", async () => {
  const { t, manager } = await setupWorkspace();
  const row = (await sessionsOf(t, manager.userId))[0];
  const other = await insertSessionOf(t, manager.userId);
  const { sessionKey } = { sessionKey: row?.tokenHash ?? "" };

  const forged = [
    {},
    { sessionKey },
    { sessionKey: row?.sid ?? "" },
    { sessionKey: "" },
    { sessionKey: null },
    { sessionKey: 1 },
  ];
  for (const claims of forged) {
    const live = t.withIdentity({ subject: manager.sessionId, ...claims });
    expect(await live.query(api.users.viewer, {})).toBeNull();
  }
  const swapped = await withToken(t, { sessionId: manager.sessionId, secret: other.secret });
  expect(await swapped.query(api.users.viewer, {})).toBeNull();
  expect(await manager.query(api.users.viewer, {})).not.toBeNull();
});

test("a session of the first versions, which has no hash for tokens, is nobody on the live door until it gets one [AUTH-07]", async () => {
  const { t, manager } = await setupWorkspace();
  await t.run(async (ctx) => {
    await ctx.db.patch("sessions", manager.sessionId, { tokenHash: undefined });
  });

  expect(await manager.query(api.users.viewer, {})).toBeNull();
});

test("who ends sessions is in the audit log [USER-10]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const phone = await insertSessionOf(t, manager.userId);
  await insertSessionOf(t, manager.userId);
  const email = (await rowsOf(t, "users")).find(({ _id }) => _id === manager.userId)?.email;

  await manager.mutation(api.sessions.end, { sessionId: phone.sessionId });
  await manager.mutation(api.sessions.endOthers, {});
  await admin.mutation(api.sessions.endAllOf, { userId: manager.userId });

  const entries = await rowsOf(t, "auditEntries");
  expect(entries.filter(({ kind }) => kind === "auth.sessionsEnded")).toMatchObject([
    { userId: manager.userId, details: { which: "one" } },
    { userId: manager.userId, details: { which: "others" } },
    { userId: admin.userId, details: { which: "all", user: email, userId: manager.userId } },
  ]);
});

test("whoever has no other session leaves no entry by ending the others, however often [AUDIT-06]", async () => {
  const { t, manager } = await setupWorkspace();

  for (let times = 0; times < 3; times += 1)
    expect(await manager.mutation(api.sessions.endOthers, {})).toEqual({ success: true });

  expect(await rowsOf(t, "auditEntries")).toEqual([]);
});
