import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { memberRoles, trades } from "../../../convex/rules/labels.ts";
import { everything, refusal, rowsOf, setupWorkspace } from "../../support/workspace.ts";

const ann = { firstName: "Ann", lastName: "Lee", email: "ann@homes.test", role: "crew_member" };

test("an added member has these fields, is active, and belongs to who added them [DATA-21] [DATA-23]", async () => {
  const { manager } = await setupWorkspace();
  const before = Date.now();

  const member = await manager.mutation(api.teamMembers.create, { ...ann, firstName: "  Ann " });

  expect(member).toEqual({
    ...ann,
    id: expect.any(String) as string,
    createdBy: manager.userId,
    trade: null,
    phone: null,
    isActive: true,
    createdAt: expect.any(String) as string,
    assignedProjects: [],
  });
  expect(Date.parse(member.createdAt)).toBeGreaterThanOrEqual(before);
  expect(await manager.query(api.teamMembers.list, {})).toEqual([member]);
});

test("trade and phone are kept when sent and emptied by an empty text [VALID-12]", async () => {
  const { manager } = await setupWorkspace();
  const known = { trade: "Painter", phone: "555-0100" };

  const member = await manager.mutation(api.teamMembers.create, { ...ann, ...known });
  expect(member).toMatchObject(known);

  const teamMemberId = member.id;
  const emptied = await manager.mutation(api.teamMembers.update, {
    ...{ teamMemberId, trade: "", phone: null },
  });
  expect(emptied).toMatchObject({ trade: null, phone: null });
});

const tooLong = "a".repeat(256);

test.each([
  ["[VALID-08]", { firstName: "" }, "First name is required"],
  ["[VALID-08]", { firstName: "   " }, "First name is required"],
  ["[VALID-09]", { lastName: " " }, "Last name is required"],
  ["[VALID-10]", { email: "" }, "Valid email is required"],
  ["[VALID-10]", { email: "abc" }, "Valid email is required"],
  ["[VALID-10]", { email: "a b@homes.test" }, "Valid email is required"],
  ["[VALID-11]", { role: "boss" }, `Role must be one of ${memberRoles.join(", ")}`],
  ["[DATA-45]", { role: "project_supervisor" }, `Role must be one of ${memberRoles.join(", ")}`],
  ["[DATA-22]", { firstName: tooLong }, "First name must be at most 255 characters"],
  ["[DATA-22]", { lastName: tooLong }, "Last name must be at most 255 characters"],
  ["[DATA-22]", { email: `${"a".repeat(245)}@homes.test` }, "Email must be at most 255 characters"],
  ["[DATA-23]", { trade: tooLong }, "Trade must be at most 255 characters"],
  ["[DATA-23]", { phone: "5".repeat(21) }, "Phone must be at most 20 characters"],
])("%s a member with %j is refused and nothing changes", async (_, fields, message) => {
  const { t, manager } = await setupWorkspace();
  const { id } = await manager.mutation(api.teamMembers.create, ann);
  const before = await everything(t);

  const create = manager.mutation(api.teamMembers.create, { ...ann, ...fields });
  await expect(create).rejects.toMatchObject(refusal("invalid", message));
  const update = manager.mutation(api.teamMembers.update, { teamMemberId: id, ...fields });
  await expect(update).rejects.toMatchObject(refusal("invalid", message));
  expect(await everything(t)).toBe(before);
});

test("fields at their limits are accepted [DATA-22] [DATA-23]", async () => {
  const { manager } = await setupWorkspace();
  const fields = {
    ...{ firstName: "f".repeat(255), lastName: "l".repeat(255), trade: "t".repeat(255) },
    ...{ email: `${"a".repeat(64)}@${"b".repeat(61)}.test`, phone: "5".repeat(20) },
  };

  const member = await manager.mutation(api.teamMembers.create, { ...ann, ...fields });

  expect(member).toMatchObject(fields);
});

test.each(memberRoles)("the role %s is accepted [DATA-45] [VALID-11]", async (role) => {
  const { manager } = await setupWorkspace();

  expect(await manager.mutation(api.teamMembers.create, { ...ann, role })).toMatchObject({ role });
});

test("a trade is one of the list or any other text [POOL-11]", async () => {
  const { manager } = await setupWorkspace();
  expect(trades).toHaveLength(12);

  for (const trade of [...trades, "Window Cleaning"]) {
    expect(await manager.mutation(api.teamMembers.create, { ...ann, trade })).toMatchObject({
      trade,
    });
  }
});

test("any manager changes any member; what is not sent stays [POOL-08] [OP-33]", async () => {
  const { t, admin, manager } = await setupWorkspace();
  const member = await admin.mutation(api.teamMembers.create, { ...ann, trade: "Painter" });
  const teamMemberId = member.id;

  const changed = await manager.mutation(api.teamMembers.update, {
    ...{ teamMemberId, lastName: " Roth ", role: "supervisor", isActive: false },
  });

  expect(changed).toEqual({
    ...member,
    ...{ lastName: "Roth", role: "supervisor", isActive: false },
  });
  const [event] = (await rowsOf(t, "events")).filter(({ kind }) => kind === "member.updated");
  expect(event).toMatchObject({ userId: manager.userId, teamMemberId, label: "Ann Lee" });
  expect(event?.changes?.map(({ field }) => field)).toEqual(["lastName", "role", "isActive"]);
});

test("a change to the same values writes nothing [POOL-08]", async () => {
  const { t, manager } = await setupWorkspace();
  const { id: teamMemberId } = await manager.mutation(api.teamMembers.create, ann);
  const before = await everything(t);

  await manager.mutation(api.teamMembers.update, { teamMemberId, ...ann });

  expect(await everything(t)).toBe(before);
});

test("the pool is listed by first, then last name [API-34]", async () => {
  const { manager } = await setupWorkspace();
  for (const name of ["Cy Ott", "Ann Roth", "Bo Lee", "Ann Lee"]) {
    const [firstName = "", lastName = ""] = name.split(" ");
    await manager.mutation(api.teamMembers.create, { ...ann, firstName, lastName });
  }

  const pool = await manager.query(api.teamMembers.list, {});

  expect(pool.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toEqual([
    ...["Ann Lee", "Ann Roth", "Bo Lee", "Cy Ott"],
  ]);
});

test("a resent key adds a member once [POOL-08]", async () => {
  const { manager } = await setupWorkspace();

  const first = await manager.mutation(api.teamMembers.create, { ...ann, key: "k" });
  const again = await manager.mutation(api.teamMembers.create, { ...ann, key: "k" });

  expect(again).toEqual(first);
  expect(await manager.query(api.teamMembers.list, {})).toHaveLength(1);
});

test("an unknown member is not found [POOL-08]", async () => {
  const { manager } = await setupWorkspace();
  const { projectId } = await manager
    .mutation(api.projects.create, { name: "Elm Court", units: ["1"] })
    .then(({ id }) => ({ projectId: id }));

  for (const teamMemberId of ["none", "", projectId]) {
    for (const call of [
      () => manager.mutation(api.teamMembers.update, { teamMemberId, firstName: "Eva" }),
      () => manager.mutation(api.teamMembers.remove, { teamMemberId }),
      () => manager.mutation(api.projectTeams.assign, { projectId, teamMemberId }),
      () => manager.mutation(api.projectTeams.unassign, { projectId, teamMemberId }),
    ]) {
      await expect(call).rejects.toMatchObject(refusal("not_found", "Team member not found"));
    }
  }
});
