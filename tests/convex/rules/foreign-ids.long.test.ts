import { makeFunctionReference } from "convex/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { TableNames } from "../../../convex/_generated/dataModel.js";
import schema from "../../../convex/schema.ts";
import { setupFull } from "../../support/full-workspace.ts";
import { publicFunctions } from "../../support/public-functions.ts";
import { everything, modules, storedRowsOf } from "../../support/workspace.ts";

beforeEach(() => {
  vi.stubEnv("COMPANY_DOMAIN", "homes.test");
  vi.stubEnv("SITE_URL", "https://turnboard.test");
});

/** The table to which an argument of this name refers; that of "ids" is the noun of the function. */
const tableByArgument: Readonly<Record<string, TableNames | "_storage" | "any" | "noun">> = {
  ...{
    projectId: "projects",
    unitId: "units",
    unitIds: "units",
    taskId: "tasks",
    taskIds: "tasks",
  },
  ...{ photoId: "photos", noteId: "unitNotes", contractorId: "contractors", viewId: "savedViews" },
  ...{ teamMemberId: "teamMembers", crewMemberId: "teamMembers", timeEntryId: "timeEntries" },
  ...{ userId: "users", assignedToId: "users", uploadedBy: "users", named: "users" },
  ...{ managerId: "users", supervisorId: "users", sessionId: "sessions", itemId: "trash" },
  ...{ templateId: "taskTemplates", templateIds: "taskTemplates", eventId: "events" },
  ...{ batchId: "batches", runId: "undoRuns", removalId: "projectRemovals", ids: "noun" },
  ...{ assignmentId: "bulkAssignments", storageId: "_storage", previewId: "_storage" },
  /** A record of any kind, a key of an act, and the position in a list. */
  ...{ recordId: "any", act: "any", cursor: "any" },
};

/** The functions with a filter that matches nothing when its id is unknown. */
const filtering: readonly string[] = [
  ...["reports:unitsPage", "reports:unitTaskStatusPage", "reports:taskDetailsPage"],
  ...["reports:turnStatusPage", "history:ofUnit userId", "history:ofProject userId"],
  ...["photos:ofProject unitId", "photos:ofProject taskId", "photos:ofProject uploadedBy"],
  ...["trash:list projectId", "audit:list userId", "users:options named"],
  "presence:typing recordId",
];

type Field = { fieldType: { type: string }; optional: boolean };

async function fieldsOf(name: string): Promise<Record<string, Field>> {
  const [path = "", key = ""] = name.split(":");
  const exported = (await modules[`../../convex/${path}.ts`]?.()) as Record<
    string,
    { exportArgs(): string }
  >;
  const text = exported[key]?.exportArgs() ?? "{}";
  return (JSON.parse(text) as { value?: Record<string, Field> }).value ?? {};
}

const kinds = await publicFunctions();
const grid: { name: string; argument: string; isList: boolean }[] = [];
for (const name of Object.keys(kinds))
  for (const [argument, { fieldType }] of Object.entries(await fieldsOf(name)))
    // The engines themselves refuse a position in the list of a plain index, in words of their own.
    if (argument in tableByArgument && `${name} ${argument}` !== "timeEntries:page cursor")
      grid.push({ name, argument, isList: fieldType.type === "array" });

test("every argument whose name tells of an id is in the grid", async () => {
  const names = await Promise.all(Object.keys(kinds).map(async (name) => await fieldsOf(name)));
  const ofIds = names
    .flatMap((fields) => Object.keys(fields))
    .filter((key) => /Ids?$|^ids?$/.test(key));

  expect([...new Set(ofIds)].filter((key) => !(key in tableByArgument))).toEqual([]);
  expect(grid.length).toBeGreaterThan(100);
});

/** A full workspace, and an id of each table that has a row. */
async function setup() {
  const world = await setupFull();
  const { t, admin } = world;
  const idByTable = new Map<string, string>();
  for (const table of Object.keys(schema.tables) as TableNames[]) {
    const [row] = await storedRowsOf(t, table);
    if (row !== undefined) idByTable.set(table, row._id);
  }
  const file = await t.run(async (ctx) => await ctx.db.system.query("_storage").first());
  if (file !== null) idByTable.set("_storage", file._id);

  const { unitId, taskId, projectId, templateIds } = world;
  const usual: Record<string, unknown> = {
    ...world,
    ...{ role: "project_supervisor", name: "Ann", firstName: "Ann", lastName: "Lee" },
    ...{ email: "new@homes.test", page: "/board", query: "risk=late", content: "Keys inside" },
    ...{ since: "2026-01-01", units: ["1"], type: "before", originalName: "a.png" },
    ...{ companyName: "Tiles", taskIds: [taskId], templateIds, projectId, recordId: unitId },
    ...{ date: "2026-03-02", startTime: "2026-03-02T07:00:00Z", set: { status: "completed" } },
  };
  const argumentsOf = async (name: string) => {
    const fields = Object.entries(await fieldsOf(name));
    const isNeeded = ([key, { optional }]: [string, Field]) =>
      !optional || (name === "timeEntries:create" && ["date", "startTime"].includes(key));
    const args = fields.filter(isNeeded).map(([key]) => [key, usual[key] ?? "none"]);
    const ids = name.startsWith("units:") ? [unitId] : [taskId];
    return {
      ...Object.fromEntries(args),
      ...("ids" in Object.fromEntries(args) && { ids }),
    } as Record<string, unknown>;
  };
  const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
    switch (kinds[name]) {
      case "query":
        return await admin.query(makeFunctionReference<"query">(name), args);
      case "mutation":
        return await admin.mutation(makeFunctionReference<"mutation">(name), args);
      default:
        return await admin.action(makeFunctionReference<"action">(name), args);
    }
  };
  /** The answer, or the code of the refusal with its words. */
  const outcomeOf = async (name: string, args: Record<string, unknown>) => {
    try {
      return { answer: await call(name, args) };
    } catch (error) {
      return { refusal: (error as { data?: unknown }).data ?? String(error) };
    }
  };
  return { t, idByTable, argumentsOf, outcomeOf };
}

test("no public function takes an id of another table: each says so, or finds nothing, and none changes anything [VALID-21] [OP-49]", async () => {
  const { t, idByTable, argumentsOf, outcomeOf } = await setup();
  const before = await everything(t);
  const wrong: unknown[] = [];
  let calls = 0;

  for (const { name, argument, isList } of grid) {
    const own = tableByArgument[argument];
    const table = own === "noun" ? name.split(":")[0] : own;
    const args = await argumentsOf(name);
    const sent = (id: string) => ({ ...args, [argument]: isList ? [id] : id });
    const ofNothing = await outcomeOf(name, sent("none"));
    for (const [other, id] of idByTable) {
      if (other === table) continue;
      calls += 1;
      const outcome = await outcomeOf(name, sent(id));
      if (!isEqual(outcome, ofNothing)) wrong.push([name, argument, other, outcome]);
    }
    const isFilter = filtering.some((row) => `${name} ${argument}`.startsWith(row));
    const isGood = isFilter ? "answer" in ofNothing : isRefusal(ofNothing);
    if (!isGood) wrong.push([name, argument, ofNothing]);
  }

  expect(wrong).toEqual([]);
  expect(await everything(t)).toBe(before);
  expect(calls).toBeGreaterThan(2000);
});

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isRefusal(outcome: object): boolean {
  const { code } = ("refusal" in outcome ? outcome.refusal : {}) as { code?: string };
  return code === "not_found" || code === "invalid";
}
