import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  everything,
  insertSession,
  refusal,
  rowsOf,
  setupWorkspace,
} from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
});

afterEach(() => {
  vi.useRealTimers();
});

const ann = { email: "ann@homes.test", firstName: "Ann", lastName: "Able" };

test("users are listed oldest first, without their password hash [USER-01, API-40, DATA-02, DATA-03]", async () => {
  const { t, admin } = await setupWorkspace();
  await insertSession(t, "project_supervisor", {
    ...{ ...ann, passwordHash: "x", profileImageUrl: "https://homes.test/ann.png" },
    ...{ createdAt: 1000, updatedAt: 2000 },
  });
  await insertSession(t, "project_manager", { removedAt: Date.now() });

  const users = await admin.query(api.users.list, {});

  expect(users).toHaveLength(4);
  expect(users[0]).toEqual({
    ...{ id: expect.any(String) as string, ...ann, role: "project_supervisor" },
    profileImageUrl: "https://homes.test/ann.png",
    ...{ createdAt: "1970-01-01T00:00:01.000Z", updatedAt: "1970-01-01T00:00:02.000Z" },
  });
});

test("a user is added with trimmed names and a lower-case address [API-41]", async () => {
  const { admin } = await setupWorkspace();

  const user = await admin.mutation(api.users.create, {
    ...{ email: " Ann@HOMES.test ", firstName: " Ann ", lastName: " Able " },
    role: "project_supervisor",
  });

  expect(user).toMatchObject({ ...ann, role: "project_supervisor", profileImageUrl: null });
  expect(await admin.query(api.users.list, {})).toContainEqual(user);
});

test("a user added without a role is a project manager [PERM-21, DATA-03]", async () => {
  const { admin } = await setupWorkspace();

  expect((await admin.mutation(api.users.create, ann)).role).toBe("project_manager");
});

test("a resent key adds one user [API-41]", async () => {
  const { t, admin } = await setupWorkspace();

  const first = await admin.mutation(api.users.create, { ...ann, key: "k" });

  expect(await admin.mutation(api.users.create, { ...ann, key: "k" })).toEqual(first);
  expect(await rowsOf(t, "users")).toHaveLength(4);
});

test.each(["ann@homes.test", "ANN@Homes.Test", " ann@homes.test"])(
  "the address %j cannot be added twice [DATA-02]",
  async (email) => {
    const { t, admin } = await setupWorkspace();
    await admin.mutation(api.users.create, ann);
    const before = await everything(t);

    const again = admin.mutation(api.users.create, { ...ann, email });

    await expect(again).rejects.toMatchObject(
      refusal("conflict", "A user with this email already exists"),
    );
    expect(await everything(t)).toBe(before);
  },
);

test.each([
  ["[VALID-13]", { email: " " }, "Email is required"],
  ["[VALID-13]", { firstName: "" }, "First name is required"],
  ["[VALID-13]", { lastName: " " }, "Last name is required"],
  ["[VALID-17]", { firstName: "n".repeat(256) }, "First name must be at most 255 characters"],
  ["[VALID-17]", { lastName: "n".repeat(256) }, "Last name must be at most 255 characters"],
  [
    "[VALID-17]",
    { email: `${"n".repeat(250)}@homes.test` },
    "Email must be at most 255 characters",
  ],
  [
    "[VALID-13]",
    { role: "crew_member" },
    "Role must be one of account_administrator, project_manager, project_supervisor",
  ],
  ["[USER-05, OP-05]", { email: "ann@else.test" }, "Email must be from the homes.test domain"],
  ["[USER-05, OP-05]", { email: "ann@evilhomes.test" }, "Email must be from the homes.test domain"],
  ["[USER-05, OP-05]", { email: "@homes.test" }, "Email must be from the homes.test domain"],
  ["[VALID-13]", { email: "a nn@homes.test" }, "Email must be a valid address"],
  ["[VALID-13]", { email: "ann@x@homes.test" }, "Email must be a valid address"],
])("%s a user with %j is refused", async (_, fields, message) => {
  const { t, admin } = await setupWorkspace();
  const before = await everything(t);

  const create = admin.mutation(api.users.create, { ...ann, ...fields });

  await expect(create).rejects.toMatchObject(refusal("invalid", message));
  expect(await everything(t)).toBe(before);
});

test("an address below the company domain belongs to it [OP-05]", async () => {
  const { admin } = await setupWorkspace();

  const user = await admin.mutation(api.users.create, { ...ann, email: "ann@North.homes.test" });

  expect(user.email).toBe("ann@north.homes.test");
});

test("a new role is in force at once, in every session [API-42, SHELL-31]", async () => {
  const { t, admin, manager, supervisor } = await setupWorkspace();
  const { userId, secret } = await insertSession(t, "project_supervisor");
  const project = { name: "Maple", units: ["1"] };

  const user = await admin.mutation(api.users.changeRole, { userId, role: "project_manager" });

  expect(user).toMatchObject({ id: userId, role: "project_manager" });
  expect(Date.parse(user.updatedAt)).toBeGreaterThanOrEqual(Date.parse(user.createdAt));
  await t.mutation(api.projects.create, { ...project, session: secret });
  await admin.mutation(api.users.changeRole, {
    ...{ userId: manager.userId, role: "project_supervisor" },
  });
  await expect(manager.mutation(api.projects.create, project)).rejects.toMatchObject(
    refusal("forbidden"),
  );
  expect(await manager.query(api.users.viewer, {})).toMatchObject({ role: "project_supervisor" });
  expect(await supervisor.query(api.users.viewer, {})).toMatchObject({
    role: "project_supervisor",
  });
});

test("the role that somebody has already changes nothing [API-42]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const before = await everything(t);

  const sent = { userId: manager.userId, role: "project_manager" };

  expect(await admin.mutation(api.users.changeRole, sent)).toMatchObject({ id: manager.userId });
  expect(await everything(t)).toBe(before);
});

test("an unknown role is refused [VALID-13]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const before = await everything(t);

  const change = admin.mutation(api.users.changeRole, { userId: manager.userId, role: "boss" });

  await expect(change).rejects.toMatchObject(refusal("invalid"));
  expect(await everything(t)).toBe(before);
});

test("somebody with an unknown role can be given a known one [PERM-11]", async () => {
  const { t, admin } = await setupWorkspace();
  const { userId, secret } = await insertSession(t, "crew_member");

  await admin.mutation(api.users.changeRole, { userId, role: "project_supervisor" });

  expect(await t.query(api.projects.list, { session: secret })).toEqual([]);
});

test("an administrator may give up the role while another one is left [USER-11]", async () => {
  const { t, admin } = await setupWorkspace();
  await insertSession(t, "account_administrator");

  const sent = { userId: admin.userId, role: "project_manager" };
  await admin.mutation(api.users.changeRole, sent);

  await expect(admin.query(api.users.list, {})).rejects.toMatchObject(refusal("forbidden"));
});

test("the last administrator cannot get another role [OP-04]", async () => {
  const { t, admin } = await setupWorkspace();
  await insertSession(t, "account_administrator", { removedAt: Date.now() });
  const before = await everything(t);

  const change = admin.mutation(api.users.changeRole, {
    ...{ userId: admin.userId, role: "project_manager" },
  });

  await expect(change).rejects.toMatchObject(
    refusal("conflict", "The last account administrator cannot get another role"),
  );
  expect(await everything(t)).toBe(before);
});

test("of administrators who step down at the same moment one remains [OP-04]", async () => {
  const { t, admin } = await setupWorkspace();
  const others = await Promise.all(
    Array.from({ length: 4 }, () => insertSession(t, "account_administrator")),
  );
  const stepDown = [
    admin.mutation(api.users.changeRole, { userId: admin.userId, role: "project_manager" }),
    ...others.map(({ userId, secret }) =>
      t.mutation(api.users.changeRole, { userId, role: "project_manager", session: secret }),
    ),
  ];

  const outcomes = await Promise.allSettled(stepDown);

  expect(outcomes.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: refusal("conflict") },
  ]);
  const roles = (await rowsOf(t, "users")).map(({ role }) => role);
  expect(roles.filter((role) => role === "account_administrator")).toHaveLength(1);
});

test("who can be put in charge is known by name, with those who were removed [OP-19]", async () => {
  const { t, manager } = await setupWorkspace();
  const person = async (fields: { firstName?: string; lastName?: string; removedAt?: number }) =>
    (await insertSession(t, "project_manager", { email: "no.name@homes.test", ...fields })).userId;
  const zoe = await person({ firstName: "zoe", lastName: "Young" });
  const adam = await person({ firstName: "Adam", lastName: "Young", removedAt: 1 });
  await person({ firstName: "Bert", removedAt: 1 });
  await insertSession(t, "crew_member");
  await t.run(async (ctx) => {
    await ctx.db.patch("users", manager.userId, { firstName: undefined, lastName: undefined });
    await ctx.db.patch("users", manager.userId, { email: "nobody@homes.test" });
  });

  const options = await manager.query(api.users.options, { named: [adam, zoe, "none", adam] });

  const role = "project_manager";
  expect(options).toEqual([
    { id: adam, name: "Adam Young", role, isRemoved: true },
    { id: manager.userId, name: "nobody@homes.test", role, isRemoved: false },
    expect.objectContaining({ role: "account_administrator", isRemoved: false }),
    expect.objectContaining({ role: "project_supervisor", isRemoved: false }),
    { id: zoe, name: "zoe Young", role, isRemoved: false },
  ]);
  expect(await manager.query(api.users.options, {})).toEqual(options.slice(1));
  const many = manager.query(api.users.options, { named: Array.from({ length: 11 }, () => zoe) });
  await expect(many).rejects.toMatchObject(refusal("invalid"));
});
