import { afterEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { testWithFullDisk } from "../../support/full-disk.ts";
import { setupSignIn } from "../../support/sign-in.ts";
import { claimsOf } from "../../support/stub-provider.ts";
import { insertSessionOf, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse("2026-03-02T09:00:00Z");

afterEach(() => {
  vi.useRealTimers();
});

function setClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: start });
}

test("a person sees where they are signed in, last seen first, and which one this is [AUTH-07]", async () => {
  setClock();
  const { t, manager, supervisor } = await setupWorkspace();
  vi.setSystemTime(start + minute);
  const phone = await insertSessionOf(t, manager.userId);
  await t.run(async (ctx) => {
    const uses = await ctx.db.query("sessionUses").take(9);
    const use = uses.find(({ sessionId }) => sessionId === phone.sessionId);
    const seen = { userAgent: "Phone", address: "192.0.2.7", lastSeenAt: start + 2 * minute };
    if (use !== undefined) await ctx.db.patch("sessionUses", use._id, seen);
  });

  expect(await manager.query(api.sessions.list, {})).toEqual([
    {
      id: phone.sessionId,
      createdAt: expect.any(String) as string,
      lastSeenAt: "2026-03-02T09:02:00.000Z",
      expiresAt: "2026-03-09T09:01:00.000Z",
      userAgent: "Phone",
      address: "192.0.2.7",
      current: false,
    },
    expect.objectContaining({
      id: manager.sessionId,
      lastSeenAt: "2026-03-02T09:00:00.000Z",
      current: true,
      userAgent: null,
      address: null,
    }),
  ]);
  const theirs = await t.query(api.sessions.list, { session: phone.secret });
  expect(theirs.map(({ current }) => current)).toEqual([true, false]);
  expect(await supervisor.query(api.sessions.list, {})).toHaveLength(1);
});

test("a sign-in keeps which browser it was [AUTH-07]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));

  const { status, body } = await getJson(browser, "/api/auth/sessions");

  expect([status, body]).toMatchObject([200, [{ current: true }]]);
  const [session] = await rowsOf(t, "sessions");
  expect(await rowsOf(t, "sessionUses")).toMatchObject([
    { sessionId: session?._id, userId: session?.userId, generation: 0 },
  ]);
});

test("a use is written down every five minutes at most, and never in the row that live queries read [OP-06]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  setClock();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const [before] = await rowsOf(t, "sessions");
  const seenAfter = async (ms: number, path = "/api/auth/user") => {
    vi.setSystemTime(start + ms);
    await getJson(browser, path);
    const [use] = await rowsOf(t, "sessionUses");
    return ((use?.lastSeenAt ?? 0) - start) / minute;
  };

  const seen = [
    await seenAfter(minute),
    await seenAfter(5 * minute),
    await seenAfter(9 * minute),
    await seenAfter(10 * minute),
    // An open page asks for tokens even if nobody uses it.
    await seenAfter(60 * minute, "/api/auth/token"),
    await seenAfter(60 * minute, "/api/auth/debug"),
    await seenAfter(60 * minute, "/api/projects"),
  ];

  expect(seen).toEqual([0, 5, 5, 10, 10, 10, 60]);
  expect(await rowsOf(t, "sessions")).toEqual([before]);
});

test.each([
  { hours: undefined, lastsMs: 24 * hour },
  { hours: "1", lastsMs: hour },
])(
  "a session that nobody uses for SESSION_IDLE_HOURS=$hours ends, for its cookie at once and for open pages with the next clean-up [OP-06]",
  async ({ hours, lastsMs }) => {
    const { t, signIn, getJson } = await setupSignIn();
    vi.stubEnv("SESSION_IDLE_HOURS", hours ?? "");
    setClock();
    const { browser } = await signIn(claimsOf("ann@homes.test"));
    const statusAt = async (ms: number, path: string) => {
      vi.setSystemTime(start + ms);
      return (await getJson(browser, path)).status;
    };

    const statuses = [
      await statusAt(lastsMs - 1, "/api/auth/token"),
      await statusAt(lastsMs, "/api/auth/token"),
      await statusAt(lastsMs, "/api/auth/user"),
      await statusAt(lastsMs, "/api/projects"),
    ];
    vi.setSystemTime(start + lastsMs - 1);
    await t.mutation(internal.jobs.cleanup.run, {});
    const kept = await rowsOf(t, "sessions");
    vi.setSystemTime(start + lastsMs);
    await t.mutation(internal.jobs.cleanup.run, {});

    expect(statuses).toEqual([200, 401, 401, 401]);
    expect(kept).toHaveLength(1);
    expect([await rowsOf(t, "sessions"), await rowsOf(t, "sessionUses")]).toEqual([[], []]);
  },
);

test("use keeps a session for all its seven days, and SESSION_IDLE_HOURS=0 does so without any [OP-06]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  setClock();
  const used = await signIn(claimsOf("ann@homes.test"));
  const statuses: number[] = [];
  for (let at = 20; at < 7 * 24; at += 20) {
    vi.setSystemTime(start + at * hour);
    statuses.push((await getJson(used.browser, "/api/auth/user")).status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));

  vi.setSystemTime(start);
  vi.stubEnv("SESSION_IDLE_HOURS", "0");
  const { browser } = await signIn(claimsOf("ben@homes.test"));
  vi.setSystemTime(start + 6 * 24 * hour);
  await t.mutation(internal.jobs.cleanup.run, {});

  expect((await getJson(browser, "/api/auth/user")).status).toBe(200);
});

test("a session of the first versions gets its hash and its use with its next token, and goes on [AUTH-07]", async () => {
  const { t, signIn, getJson } = await setupSignIn();
  const { browser } = await signIn(claimsOf("ann@homes.test"));
  const [whole] = await rowsOf(t, "sessions");
  await t.run(async (ctx) => {
    const [session] = await ctx.db.query("sessions").take(1);
    const [use] = await ctx.db.query("sessionUses").take(1);
    const missing = { tokenHash: undefined, generation: undefined };
    if (session) await ctx.db.patch("sessions", session._id, missing);
    if (use) await ctx.db.delete("sessionUses", use._id);
  });

  const { status } = await getJson(browser, "/api/auth/token");

  const [session] = await rowsOf(t, "sessions");
  expect([status, session?.tokenHash]).toEqual([200, whole?.tokenHash]);
  expect(await rowsOf(t, "sessionUses")).toHaveLength(1);
  expect((await getJson(browser, "/api/auth/sessions")).body).toMatchObject([{ current: true }]);
});

test("cookies are those of the person whose session they name, in each of their sessions, while it lasts [B19] [B25]", async () => {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  const { t, manager, supervisor } = await setupWorkspace();
  const phone = await insertSessionOf(t, manager.userId);
  const office = await insertSessionOf(t, manager.userId);
  const other = await insertSessionOf(t, supervisor.userId);
  const senderOf = (cookies: string) => t.query(internal.sessions.senderOf, { cookies });
  const cookie = (secret: string) => `__Host-turnboard_session=${secret}`;

  expect(await senderOf(cookie(phone.secret))).toBe(manager.userId);
  expect(await senderOf(`a=1; ${cookie(office.secret)}; b`)).toBe(manager.userId);
  expect(await senderOf(cookie(other.secret))).toBe(supervisor.userId);
  for (const none of ["", "a=1", cookie("invented"), `turnboard_session=${phone.secret}`])
    expect(await senderOf(none)).toBeNull();
  await t.run((ctx) => ctx.db.patch("sessions", phone.sessionId, { expire: 1 }));
  expect(await senderOf(cookie(phone.secret))).toBeNull();
});

testWithFullDisk(
  "a role is refused as ever while the disk does not take the entry of the refusal [AUDIT-01]",
  async (fill) => {
    const { t, signIn, getJson } = await setupSignIn();
    await signIn(claimsOf("ann@homes.test"));
    const { browser } = await signIn(claimsOf("ben@homes.test"));
    fill();

    expect(await getJson(browser, "/api/audit")).toMatchObject({
      status: 403,
      body: { message: "You don't have permission to do this." },
    });
    expect(await t.run((ctx) => ctx.db.query("auditEntries").collect())).not.toContainEqual(
      expect.objectContaining({ kind: "access.refused" }),
    );
  },
);
