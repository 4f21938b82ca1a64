import { makeFunctionReference } from "convex/server";
import { expect, test, vi } from "vitest";
import { userRoles } from "../../../convex/rules/labels.ts";
import { can, type Access, permissionByFunction } from "../../../convex/rules/permissions.ts";
import { publicFunctions } from "../../support/public-functions.ts";
import {
  day,
  everything,
  first,
  modules,
  setupWorkspace,
  signIn,
} from "../../support/workspace.ts";

const strangers = ["signed out", "a removed user", "an expired session"] as const;
const callers = [...userRoles, "an unknown role", "no role", ...strangers] as const;
type CallerName = (typeof callers)[number];

/** The app's public functions with their kinds, read from its modules instead of a list. */
const kindByFunction = await publicFunctions();

async function setupCallers() {
  vi.stubEnv("SITE_URL", "https://turnboard.test");
  const workspace = await setupWorkspace();
  const { t, newUnitWithTasks, templateIds } = workspace;
  const { projectId, unitId, taskIds } = await newUnitWithTasks();
  const assignmentId = await t.run(
    async (ctx) =>
      await ctx.db.insert("bulkAssignments", {
        ...{ projectId, templateIds, userId: workspace.admin.userId, afterUnit: null },
        ...{ created: 0, skipped: 0, unitCount: 1, status: "done", updatedAt: Date.now() },
      }),
  );
  const { userId } = await signIn(t, "project_supervisor");
  const expired = await signIn(t, "account_administrator");
  await t.run(async (ctx) => {
    await ctx.db.patch("sessions", expired.sessionId, { expire: Date.now() - 1000 });
  });
  const callerByName = {
    account_administrator: workspace.admin,
    project_manager: workspace.manager,
    project_supervisor: workspace.supervisor,
    "an unknown role": await signIn(t, "crew_member"),
    "no role": await signIn(t, ""),
    "signed out": t,
    "a removed user": await signIn(t, "account_administrator", { removedAt: Date.now() }),
    "an expired session": expired,
  } satisfies Record<CallerName, unknown>;
  // The arguments of each function that takes some, with ids of existing records.
  const argsByFunction: Record<string, Record<string, unknown>> = {
    "history:ofUnit": { unitId },
    "history:ofProject": { projectId },
    "history:whileAway": { since: "2026-01-01" },
    "users:namedAdministrators": {},
    "users:create": { email: "new@turnboard.test", firstName: "New", lastName: "User" },
    "users:changeRole": { userId, role: "project_manager" },
    "users:remove": { userId },
    ...{ "sessions:end": { sessionId: "none" }, "trash:takeBack": { recordId: "none" } },
    ...{ "undo:event": { eventId: "none" }, "undo:batch": { batchId: "none" } },
    ...{ "undo:progress": { runId: "none" }, "undo:byKey": { act: "none" } },
    "sessions:endAllOf": { userId },
    "users:relink": { userId },
    "contractors:list": { projectId },
    "contractors:create": { projectId, companyName: "New" },
    "contractors:update": { contractorId: "none", companyName: "Renamed" },
    "contractors:remove": { contractorId: "none" },
    "projects:stats": { projectId },
    "analytics:project": { projectId },
    "analytics:report": { projectId },
    "analytics:projectDays": { projectId },
    "reports:unitsPage": { projectId },
    "reports:unitTaskStatusPage": { projectId },
    "reports:taskDetailsPage": { projectId },
    "reports:turnStatusPage": { projectId },
    "projects:create": { name: "New", units: ["1"] },
    "projects:update": { projectId, name: "Renamed" },
    "projects:contents": { projectId },
    "projects:remove": { projectId },
    "projects:retryRemoval": { removalId: "none" },
    "units:create": { projectId, units: ["1"] },
    "presence:list": { projectId },
    "presence:typing": { recordId: unitId },
    "presence:look": { page: "page", projectId, unitId },
    "presence:leave": { page: "page" },
    "board:opening": { projectId },
    "board:pages": { projectId },
    "board:page": { projectId },
    "units:list": { projectId },
    "units:page": { projectId },
    "units:get": { unitId },
    "units:names": { projectId },
    "units:update": { unitId, startDate: "2025-07-14" },
    "units:updateMany": { ids: [unitId], set: { startDate: "2025-07-14" } },
    "units:remove": { unitId },
    "units:removeMany": { ids: [unitId] },
    "taskTemplates:create": { name: "New" },
    "taskTemplates:update": { templateId: first(templateIds), name: "Renamed" },
    "taskTemplates:reorder": { templateIds: templateIds.toReversed() },
    "taskTemplates:retire": { templateId: first(templateIds) },
    "tasks:list": { unitId },
    "tasks:assigned": { projectId },
    "tasks:assignment": { assignmentId },
    "tasks:cancelAssignment": { assignmentId },
    "tasks:assignToUnit": { unitId, templateIds },
    "tasks:assignToAllUnits": { projectId, templateIds },
    "tasks:update": { taskId: first(taskIds), status: "completed" },
    "tasks:updateMany": { ids: taskIds, set: { status: "completed" } },
    "tasks:reorder": { unitId, taskIds: taskIds.toReversed() },
    ...{ "trash:restore": { itemId: "none" }, "trash:remove": { itemId: "none" } },
    "views:create": { name: "Late units", page: "/board", query: "risk=late" },
    ...{ "views:update": { viewId: "none" }, "views:remove": { viewId: "none" } },
    "tasks:removeMany": { ids: taskIds },
    "tasks:remove": { taskId: first(taskIds) },
    "photos:list": { unitId },
    "photos:ofProject": { projectId },
    "photos:get": { projectId, photoId: "none" },
    "photos:create": { unitId, type: "before", originalName: "a.jpg", storageId: "none" },
    "photos:update": { photoId: "none", photoDate: "2025-07-14" },
    "photos:remove": { photoId: "none" },
    "unitNotes:list": { unitId },
    "unitNotes:create": { unitId, content: "Paint" },
    "unitNotes:update": { noteId: "none", content: "Paint" },
    "unitNotes:remove": { noteId: "none" },
    "teamMembers:create": { firstName: "A", lastName: "B", email: "a@b.test", role: "contractor" },
    "teamMembers:update": { teamMemberId: "none", firstName: "C" },
    "teamMembers:remove": { teamMemberId: "none" },
    "projectTeams:list": { projectId },
    "projectTeams:assign": { projectId, teamMemberId: "none" },
    "projectTeams:unassign": { projectId, teamMemberId: "none" },
    "timeEntries:list": { projectId },
    "timeEntries:page": { projectId },
    "timeEntries:people": { projectId },
    "timeEntries:create": { projectId, startTime: "2025-07-14T07:00:00Z", date: "2025-07-14" },
    "timeEntries:update": { timeEntryId: "none", description: "Paint" },
    "timeEntries:remove": { timeEntryId: "none" },
  };
  const call = async (name: string, caller: CallerName, args = argsByFunction[name] ?? {}) => {
    const who = callerByName[caller];
    switch (kindByFunction[name]) {
      case "query":
        return await who.query(makeFunctionReference<"query">(name), args);
      case "mutation":
        return await who.mutation(makeFunctionReference<"mutation">(name), args);
      case "action":
        return await who.action(makeFunctionReference<"action">(name), args);
      default:
        throw new Error(`${name} is no public function`);
    }
  };
  return { ...workspace, call, unitIds: [unitId] };
}

/** Returns "allowed" or the code of the refusal. A missing record counts as allowed. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  const outcome = await call.then(() => "allowed", codeOf);
  return outcome === "not_found" ? "allowed" : outcome;
}

/** The code of a refusal. Throws any other error. */
function codeOf(error: unknown): string {
  const code = (error as { data?: { code?: string } }).data?.code;
  if (code === undefined) throw error;
  return code;
}

test("every public function has a row in the permission table, and no row is left over [PERM-18] [GEN-01]", () => {
  expect(Object.keys(permissionByFunction).sort()).toEqual(Object.keys(kindByFunction).sort());
});

const idByPermission: Partial<Record<Access, string>> = {
  session: "[AUTH-07]",
  open: "[PERM-19]",
  "project:read": "[OP-13]",
  "project:write": "[PERM-05]",
  "projectTeam:write": "[PERM-02]",
  "users:write": "[PERM-03]",
  "unit:write": "[PERM-06]",
  "task:write": "[PERM-07]",
  "analytics:read": "[PERM-04]",
  "file:write": "[PERM-10]",
  "pool:write": "[PERM-01]",
  "time:read": "[PERM-08]",
  "time:write": "[PERM-09]",
};

/** The expected outcome of each caller at a function, by the table. */
const grid = Object.entries(permissionByFunction).map(([name, permission]) => {
  const outcomes = callers.map((caller): [CallerName, string] => {
    const isStranger = (strangers as readonly string[]).includes(caller);
    if (permission === "open") return [caller, "allowed"];
    if (isStranger) return [caller, "unauthenticated"];
    return [caller, permission === "session" || can(caller, permission) ? "allowed" : "forbidden"];
  });
  const id = idByPermission[permission] ?? "[PERM-18]";
  const title = `${name} is for holders of ${permission} only ${id}`;
  return [title, { name, permission, outcomes }] as const;
});

test.each(grid)("%s", async (_, row) => {
  const { t, call } = await setupCallers();

  const outcomes = row.outcomes.toReversed();
  // Queries are skipped, because neither engine lets them write.
  const stored = async () => (kindByFunction[row.name] === "query" ? "" : await everything(t));
  const before = await stored();
  for (const [caller, outcome] of outcomes.filter(([, outcome]) => outcome !== "allowed"))
    expect([caller, await outcomeOf(call(row.name, caller))]).toEqual([caller, outcome]);
  expect(await stored()).toBe(before);
  for (const [caller, outcome] of outcomes.filter(([, outcome]) => outcome === "allowed"))
    expect([caller, await outcomeOf(call(row.name, caller))]).toEqual([caller, outcome]);
});

const rows = grid.map(([, row]) => row).filter(({ permission }) => permission !== "open");

test.each([...new Set(rows.map(({ permission }) => permission))])(
  "functions for holders of %s refuse others before any look at what was sent [PERM-18]",
  async (permission) => {
    const { call } = await setupCallers();

    for (const { name, outcomes } of rows.filter((row) => row.permission === permission)) {
      const args = await argumentsOf(name);
      const sent = Object.fromEntries(
        Object.entries(nothing).filter(([key]) => args.includes(key)),
      );
      for (const [caller, outcome] of outcomes) {
        if (outcome === "allowed") continue;
        expect([name, caller, await outcomeOf(call(name, caller, sent))]).toEqual([
          ...[name, caller, outcome],
        ]);
      }
    }
  },
);

/** Arguments that match their validators and refer to no existing record. */
const nothing = {
  ...{ userId: "none", role: "", email: "", contractorId: "none", companyName: "" },
  ...{ eventId: "none", batchId: "none", runId: "none", act: "none" },
  ...{ sessionId: "none", firstName: "", lastName: "" },
  ...{ projectId: "none", unitId: "none", taskId: "none", assignmentId: "none" },
  ...{ templateId: "none", taskIds: ["none"], removalId: "none", itemId: "none", recordId: "none" },
  ...{ templateIds: ["none"], name: "", units: [], ids: ["none"], set: {}, page: "none" },
  ...{ photoId: "none", noteId: "none", storageId: "none", originalName: "" },
  ...{ photoDate: "never", type: "", content: "", viewId: "none", query: "" },
  ...{ teamMemberId: "none", since: "", timeEntryId: "none", startTime: "", date: "" },
};

async function argumentsOf(name: string): Promise<string[]> {
  const [path = "", key = ""] = name.split(":");
  const exported = (await modules[`../../convex/${path}.ts`]?.()) as Record<
    string,
    { exportArgs(): string }
  >;
  const { value } = JSON.parse(exported[key]?.exportArgs() ?? "{}") as {
    value?: Record<string, unknown>;
  };
  return Object.keys(value ?? {});
}

test("no function answers a supervisor a rent or what it costs [GEN-05]", async () => {
  const { t, call, unitIds } = await setupCallers();
  await t.run(async (ctx) => {
    const moveOutDate = Date.parse("2020-03-02T12:00:00Z");
    for (const unitId of unitIds)
      await ctx.db.patch("units", unitId, { moveOutDate, monthlyRent: 9_876_543 });
  });
  const unit = (await call("units:get", "project_manager")) as {
    turn: { vacancyLoss: number };
  };
  const told = ["98765.43", String(unit.turn.vacancyLoss)];
  expect(told.filter((secret) => !JSON.stringify(unit).includes(secret))).toEqual([]);
  const secrets = ["9876543", ...told];
  const inOrder = Object.entries(kindByFunction).sort(([, a], [, b]) => (a > b ? -1 : 1));

  for (const [name] of inOrder) {
    const answer = await call(name, "project_supervisor").catch(codeOf);
    const text = JSON.stringify(answer) ?? "";
    expect([name, secrets.filter((secret) => text.includes(secret))]).toEqual([name, []]);
  }
});

test("a pool member's role gives a user of the same address nothing [PERM-12]", async () => {
  const { t, admin } = await setupWorkspace();
  const caller = await signIn(t, "project_supervisor", { email: "same@homes.test" });
  await t.run(async (ctx) => {
    await ctx.db.insert("teamMembers", {
      ...{ createdBy: admin.userId, firstName: "A", lastName: "B", email: "same@homes.test" },
      ...{ role: "project_manager", isActive: true, createdAt: Date.now() - day },
    });
  });

  const call = caller.mutation(makeFunctionReference<"mutation">("projects:create"), {
    name: "New",
    units: ["1"],
  });

  expect(await outcomeOf(call)).toBe("forbidden");
});
