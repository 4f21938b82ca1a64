import type { TestConvexForDataModel } from "convex-test";
import type { WithoutSystemFields } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import type { DataModel, Doc, Id, TableNames } from "../../convex/_generated/dataModel.js";
import {
  sessionHashesOf,
  tokenKeyClaim,
  tokenKeyOf,
} from "../../convex/lib/signIn/sessionSecrets.ts";
import { generationOf } from "../../convex/model/sessions/sessions.ts";
// Loaded before a test replaces the clock: the time zone library subclasses the Date it finds.
import "../../convex/model/context/today.ts";
import schema from "../../convex/schema.ts";
import { createTest } from "./engine.ts";

export const modules = import.meta.glob("../../convex/**/*.ts");

export type Engine = TestConvexForDataModel<DataModel>;

export const day = 86_400_000;

/** Sets up an empty backend with `templates` task templates, and people who call it. */
export async function setupWorkspace({ templates = 3 } = {}) {
  const t: Engine = createTest(schema, modules);
  const templateIds = await insertTemplates(t, templates);
  const admin = await signIn(t, "account_administrator");
  const manager = await signIn(t, "project_manager");
  const supervisor = await signIn(t, "project_supervisor");

  /** A project of the manager with units of these names. */
  async function newProject(units = ["101", "102"], name = "Maple Court") {
    const project = await manager.mutation(api.projects.create, { name, units });
    const list = await manager.query(api.units.list, { projectId: project.id });
    return { projectId: project.id, unitIds: list.map((unit) => unit.id) };
  }

  /** A unit of a new project with one task for each template. */
  async function newUnitWithTasks() {
    const { projectId, unitIds } = await newProject(["101"]);
    const unitId = first(unitIds);
    const tasks = await manager.mutation(api.tasks.assignToUnit, { unitId, templateIds });
    return { projectId, unitId, taskIds: tasks.map((task) => task.id) };
  }

  return { t, templateIds, admin, manager, supervisor, newProject, newUnitWithTasks };
}

/** Inserts a person with this stored role who calls over the live connection. */
export async function signIn(t: Engine, role: string, fields: Partial<NewUser> = {}) {
  const { sessionId, userId, secret } = await insertSession(t, role, fields);
  const caller = await withToken(t, { sessionId, secret });
  return { ...caller, userId, sessionId };
}

/** Returns a caller over the live connection with the token of this session. */
export async function withToken(
  t: Engine,
  { sessionId, secret }: { sessionId: Id<"sessions">; secret: string },
) {
  return t.withIdentity({
    ...{ subject: sessionId, issuer: "https://turnboard.test" },
    [tokenKeyClaim]: await tokenKeyOf(secret),
  });
}

type NewUser = WithoutSystemFields<Doc<"users">>;

/**
 * Files that share a process go on with one another's numbers, which are in the names of people. No test searches for
 * units with such numbers, or it would find a person too.
 */
let people = 9_000_000;

/** Inserts a user with this role and a session. The secret is the value of the HTTP cookie. */
export async function insertSession(t: Engine, role: string, fields: Partial<NewUser> = {}) {
  people += 1;
  const email = `person${people}@homes.test`;
  const userId = await t.run(async (ctx) => {
    const now = Date.now();
    return await ctx.db.insert("users", {
      email,
      firstName: "Person",
      lastName: String(people),
      role,
      createdAt: now,
      updatedAt: now,
      ...fields,
    });
  });
  return { userId, ...(await insertSessionOf(t, userId)) };
}

let sessions = 0;

/** Inserts another session of a user. */
export async function insertSessionOf(t: Engine, userId: Id<"users">) {
  sessions += 1;
  const secret = `secret of session ${sessions}`;
  const hashes = await sessionHashesOf(secret);
  const sessionId = await t.run(async (ctx) => {
    const now = Date.now();
    const expire = now + 7 * day;
    const generation = generationOf(await ctx.db.get("users", userId));
    const session = { ...hashes, sess: {}, expire, userId, generation };
    const id = await ctx.db.insert("sessions", session);
    await ctx.db.insert("sessionUses", { sessionId: id, userId, generation, lastSeenAt: now });
    return id;
  });
  return { sessionId, secret };
}

/** Task templates named "Task 1", "Task 2", ... of 1.5 hours each. */
export async function insertTemplates(t: Engine, count: number): Promise<Id<"taskTemplates">[]> {
  return await t.run(async (ctx) => {
    const ids: Id<"taskTemplates">[] = [];
    for (let number = 1; number <= count; number++) {
      const template = {
        name: `Task ${number}`,
        description: `What task ${number} is`,
        category: number % 2 === 0 ? "Paint" : "Plumbing",
        estimatedHours: 1.5,
        sortOrder: number * 10,
        isDefault: true,
        createdAt: Date.now(),
      };
      ids.push(await ctx.db.insert("taskTemplates", template));
    }
    return ids;
  });
}

/** Everything that is stored, as text: equal texts mean that nothing has changed. */
export async function everything(t: Engine): Promise<string> {
  return JSON.stringify(
    await t.run(async (ctx) => {
      const rows: Record<string, unknown> = {};
      for (const table of Object.keys(schema.tables) as TableNames[]) {
        // Refusals are recorded in this table, and change no other.
        if (table === "auditEntries") continue;
        rows[table] = await ctx.db.query(table).collect();
      }
      return JSON.stringify(rows);
    }),
  );
}

/** All rows of a table but those in the trash. */
export async function rowsOf<Table extends TableNames>(t: Engine, table: Table) {
  const rows = await storedRowsOf(t, table);
  return rows.filter((row) => !("trashId" in row) || row.trashId === undefined);
}

/** All rows of a table, also those in the trash. */
export async function storedRowsOf<Table extends TableNames>(t: Engine, table: Table) {
  return await t.run(async (ctx) => await ctx.db.query(table).collect());
}

/** Permanently removes everything in the trash as a person would, the newest item first. */
export async function emptyTrash(
  t: Engine,
  manager: { mutation: Awaited<ReturnType<typeof signIn>>["mutation"] },
) {
  for (const { _id: itemId } of (await storedRowsOf(t, "trash")).reverse()) {
    const isThere = await t.run(async (ctx) => (await ctx.db.get("trash", itemId)) !== null);
    if (isThere) await manager.mutation(api.trash.remove, { itemId });
  }
}

/** The first of a list that is not empty. */
export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error("The list is empty");
  return item;
}

/** The rejection of a refused call. */
export function refusal(code: string, message?: string) {
  return { data: message === undefined ? { code } : { code, message } };
}
