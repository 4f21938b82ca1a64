import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { auditKinds } from "../../../convex/rules/labels.ts";
import { day, type Engine, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
});

afterEach(() => {
  vi.useRealTimers();
});

const ann = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };

type SentEntry = {
  kind: string;
  address?: string;
  userId?: string;
  email?: string;
  details?: Record<string, string | number>;
};

/** Stores entries as the host passes them on. */
async function keep(t: Engine, entries: SentEntry[]) {
  const whole = entries.map((entry) => ({ details: {}, ...entry }));
  await t.mutation(internal.jobs.audit.keep, { entries: whole });
}

async function allPages(
  list: (cursor: string | null) => Promise<{ page: unknown[]; continueCursor: string | null }>,
) {
  const pages: unknown[][] = [];
  let cursor: string | null = null;
  do {
    const answer = await list(cursor);
    pages.push(answer.page);
    cursor = answer.continueCursor;
  } while (cursor !== null);
  return pages;
}

test("what happens to users leaves an entry with who did it and to whom [AUDIT-01]", async () => {
  const { admin } = await setupWorkspace();

  const user = await admin.mutation(api.users.create, ann);
  await admin.mutation(api.users.changeRole, { userId: user.id, role: "project_supervisor" });
  await admin.mutation(api.users.remove, { userId: user.id });
  await admin.mutation(api.users.create, ann);

  const { page } = await admin.query(api.audit.list, {});
  const subject = { user: ann.email, userId: user.id };
  expect(page.map(({ kind, userId, details }) => ({ kind, userId, details }))).toEqual([
    {
      kind: "user.restored",
      userId: admin.userId,
      details: { ...subject, role: "project_manager" },
    },
    { kind: "user.removed", userId: admin.userId, details: subject },
    {
      ...{ kind: "role.changed", userId: admin.userId },
      details: { ...subject, from: "project_manager", to: "project_supervisor" },
    },
    { kind: "user.added", userId: admin.userId, details: { ...subject, role: "project_manager" } },
  ]);
});

test("a refused change leaves no entry of the change [AUDIT-01]", async () => {
  const { t, admin } = await setupWorkspace();

  await expect(admin.mutation(api.users.remove, { userId: admin.userId })).rejects.toMatchObject(
    refusal("invalid"),
  );

  expect(await rowsOf(t, "auditEntries")).toEqual([]);
});

test("the log is read in pages that join without a gap, newest first [AUDIT-03]", async () => {
  const { t, admin } = await setupWorkspace();
  const names = Array.from({ length: 7 }, (_, index) => String(index));
  await keep(
    t,
    names.map((name) => ({ kind: "data.exported", details: { name } })),
  );

  const pages = await allPages((cursor) => admin.query(api.audit.list, { cursor, limit: 3 }));

  expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toMatchObject(names.toReversed().map((name) => ({ details: { name } })));
});

test("a last page that is full has no cursor [AUDIT-03]", async () => {
  const { t, admin } = await setupWorkspace();
  await keep(t, [{ kind: "data.exported" }, { kind: "data.imported" }]);

  expect(await admin.query(api.audit.list, { limit: 2 })).toMatchObject({ continueCursor: null });
});

test("kind and person narrow the log, alone and together [AUDIT-03]", async () => {
  const { t, admin } = await setupWorkspace();
  await admin.mutation(api.users.create, ann);
  await keep(t, [{ kind: "data.exported" }, { kind: "user.added" }]);
  const kindsOf = async (filter: { kind?: string; userId?: string }) =>
    (await admin.query(api.audit.list, filter)).page.map(({ kind, userId }) => [kind, userId]);

  expect(await kindsOf({ kind: "user.added" })).toEqual([
    ["user.added", null],
    ["user.added", admin.userId],
  ]);
  expect(await kindsOf({ userId: admin.userId })).toEqual([["user.added", admin.userId]]);
  expect(await kindsOf({ kind: "data.exported", userId: admin.userId })).toEqual([]);
  expect(await kindsOf({ kind: "user.added", userId: admin.userId })).toHaveLength(1);
  expect(await kindsOf({ userId: "nobody" })).toEqual([]);
  expect(await kindsOf({ kind: "no.kind" })).toEqual([]);
});

test("days are the company's, the last one included [AUDIT-03]", async () => {
  vi.stubEnv("COMPANY_TIME_ZONE", "Pacific/Auckland");
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2036-02-28T00:00:00Z") });
  const { t, admin } = await setupWorkspace();
  for (const moment of [
    "2036-03-01T10:59:59.999Z",
    "2036-03-01T11:00:00Z",
    "2036-03-02T10:59:00Z",
  ]) {
    vi.setSystemTime(new Date(moment));
    await keep(t, [{ kind: "data.exported", details: { moment } }]);
  }
  const momentsOf = async (filter: { from?: string; to?: string }) =>
    (await admin.query(api.audit.list, filter)).page.map(({ details }) => details["moment"]);

  // 2 March began at 11:00 UTC the day before.
  expect(await momentsOf({ from: "2036-03-02", to: "2036-03-02" })).toHaveLength(2);
  expect(await momentsOf({ to: "2036-03-01" })).toEqual(["2036-03-01T10:59:59.999Z"]);
  expect(await momentsOf({ from: "2036-03-03" })).toEqual([]);
});

test.each([
  [{ from: "March" }, "From must be a day such as 2026-03-02"],
  [{ to: "2026-02-30" }, "To must be a day such as 2026-03-02"],
  [{ limit: 0 }, "Limit must be a whole number from 1 to 100"],
  [{ limit: 1.5 }, "Limit must be a whole number from 1 to 100"],
  [{ cursor: "1e400" }, "Cursor must be the continueCursor of a page of this list"],
  [{ cursor: "" }, "Cursor must be the continueCursor of a page of this list"],
])("%j is refused in words [AUDIT-03]", async (filter, message) => {
  const { admin } = await setupWorkspace();

  await expect(admin.query(api.audit.list, filter)).rejects.toMatchObject({
    data: { code: "invalid", message },
  });
});

test("entries go after 400 days, and not before [AUDIT-04]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t } = await setupWorkspace();
  await keep(t, [{ kind: "data.exported" }]);

  vi.setSystemTime(Date.now() + 400 * day - 60_000);
  await t.mutation(internal.jobs.cleanup.run, {});
  expect(await rowsOf(t, "auditEntries")).toHaveLength(1);

  vi.setSystemTime(Date.now() + 120_000);
  await t.mutation(internal.jobs.cleanup.run, {});
  expect(await rowsOf(t, "auditEntries")).toEqual([]);
});

test("a refusal that is repeated is one entry a minute [AUDIT-06]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t } = await setupWorkspace();
  const refused = { kind: "access.refused", details: { permission: "users:write" } };

  await keep(t, [refused, refused, { ...refused, details: { permission: "audit:read" } }]);
  expect(await rowsOf(t, "auditEntries")).toHaveLength(2);

  vi.setSystemTime(Date.now() + 61_000);
  await keep(t, [refused]);
  expect(await rowsOf(t, "auditEntries")).toHaveLength(3);
});

const refusedFrom = (address: string, count: number): SentEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ kind: "adminKey.refused", address, details: { attempt: String(index) } },
  }));

test("a stranger's refusals have 20 entries an hour, what is more is counted, and other kinds are not held up [AUDIT-06]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { t } = await setupWorkspace();
  const entries = () => rowsOf(t, "auditEntries");

  await keep(t, refusedFrom("10.0.0.1", 250));
  await keep(t, [{ kind: "access.refused" }, { kind: "data.exported" }]);
  expect((await entries()).map(({ kind }) => kind)).toHaveLength(20 + 1 + 2);
  expect((await entries()).filter(({ details }) => "more" in details)).toMatchObject([
    { kind: "adminKey.refused", details: { more: 230, addresses: 1 } },
  ]);

  vi.setSystemTime(Date.now() + 3_600_001);
  await keep(t, refusedFrom("10.0.0.1", 21));
  expect((await entries()).filter(({ details }) => "more" in details)).toMatchObject([
    { details: { more: 230 } },
    { details: { more: 1 } },
  ]);
});

test("no stranger hides another's refusals, with however many addresses of a network [AUDIT-06]", async () => {
  const { t } = await setupWorkspace();
  const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8::${at.toString(16)}`);

  for (const address of addresses) await keep(t, refusedFrom(address, 1));
  await keep(t, refusedFrom("2001:db8:0:1::1", 1));

  const kept = await rowsOf(t, "auditEntries");
  expect(kept.map(({ address }) => address).at(-1)).toBe("2001:db8:0:1::1");
  expect(kept).toHaveLength(22);
});

test("ten networks that use up the entries of strangers hide no newcomer, whose rest is counted [AUDIT-06]", async () => {
  const { t } = await setupWorkspace();
  const networks = Array.from({ length: 13 }, (_, at) => `10.0.0.${at}`);

  for (const address of networks) await keep(t, refusedFrom(address, 20));

  const kept = await rowsOf(t, "auditEntries");
  expect(kept).toHaveLength(200 + 3 + 1);
  expect(kept.map(({ address }) => address)).toContain("10.0.0.12");
  expect(kept.find(({ details }) => "more" in details)?.details).toEqual({
    more: 57,
    addresses: 3,
  });
});

test("newcomers of however many networks leave 200 entries an hour more, and are counted then [AUDIT-06]", async () => {
  const { t } = await setupWorkspace();
  const from = (part: number, count: number) =>
    Array.from({ length: count }, (_, at) => refusedFrom(`10.${part}.${at >> 8}.${at & 255}`, 1));

  for (let at = 0; at < 10; at++) await keep(t, refusedFrom(`10.0.0.${at}`, 20));
  for (let part = 1; part <= 5; part++) await keep(t, from(part, 50).flat());

  const kept = await rowsOf(t, "auditEntries");
  expect(kept).toHaveLength(401);
  expect(kept.find(({ details }) => "more" in details)?.details).toEqual({
    more: 50,
    addresses: 50,
  });
});

test("what a door has counted by itself is added to the count, also when it is the same number again [AUDIT-06]", async () => {
  const { t } = await setupWorkspace();
  const counted = { kind: "access.refused", details: { more: 70, addresses: 4 } };

  await keep(t, [counted]);
  await keep(t, [counted, { kind: "data.exported", details: { more: 1 } }]);

  expect((await rowsOf(t, "auditEntries")).map(({ details }) => details)).toEqual([
    { more: 140, addresses: 4 },
    { more: 1 },
  ]);
});

test("nobody hides the refusals of another person behind many of their own [AUDIT-06]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const refusalsOf = (userId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ kind: "access.refused", userId, details: { path: `/api/users/${String(index)}` } },
    }));

  await keep(t, refusalsOf(manager.userId, 210));
  await keep(t, refusalsOf(admin.userId, 1));

  const kept = await rowsOf(t, "auditEntries");
  expect(kept).toHaveLength(202);
  expect(kept.map(({ details }) => details)).toContainEqual({ more: 10, addresses: 1 });
  expect(kept.at(-1)?.userId).toBe(admin.userId);
});

test("of a long text that a refused caller chose the beginning is kept [AUDIT-06]", async () => {
  const { t } = await setupWorkspace();
  const long = `${"x".repeat(15_000)}@homes.test`;

  await keep(t, [{ kind: "access.refused", email: long, details: { path: `/api/users/${long}` } }]);

  const [entry] = await rowsOf(t, "auditEntries");
  expect(entry?.email).toBe(long.slice(0, 255));
  expect(entry?.details).toEqual({ path: `/api/users/${long}`.slice(0, 255) });
  // The character has two code units, and the limit falls between them.
  await keep(t, [{ kind: "auth.refused", email: `${"x".repeat(254)}😀@homes.test` }]);
  expect((await rowsOf(t, "auditEntries")).at(-1)?.email).toBe("x".repeat(254));
});

test("every kind has words of its own [AUDIT-05]", async () => {
  const { auditLabel } = await import("../../../convex/rules/labels.ts");

  const words = auditKinds.map(auditLabel);

  expect(new Set(words).size).toBe(auditKinds.length);
  expect(auditLabel("of.later")).toBe("of.later");
});
