import { join } from "node:path";
import { openDatabase } from "convex-host/inside";
import { sessionHashesOf } from "../../../convex/lib/signIn/sessionSecrets.ts";
import { workspaceNames } from "../../../server/workspace-options.ts";
import { TabClient } from "../raw-client.ts";
import { fetchToken } from "../workspace.ts";

export type Unit = { id: string; taskIds: string[] };

/** A project with the page ranges that its board and its list of units use. */
export type Project = {
  id: string;
  units: Unit[];
  ranges: { after: number; through: number | null }[];
};

const unitsPerProject = 100;
const tasksPerUnit = 10;

const hourMs = 60 * 60_000;
/** The number of units that get their tasks at the same time. */
const atOnce = 8;

export const secretOf = (person: number): string => `bench-${person}`;

/**
 * Adds people and task templates to the folder of a host that is down. The people have a session each and are project managers,
 * who may do everything that is measured.
 */
export async function insertPeople(dataDir: string, count: number): Promise<void> {
  const database = openDatabase({
    path: join(dataDir, workspaceNames.databaseFile),
    durable: false,
  });
  try {
    const now = Date.now();
    const hashes = await Promise.all(
      Array.from({ length: count }, (_, person) => sessionHashesOf(secretOf(person))),
    );
    const tx = database.begin({ nowMs: now });
    for (const [person, hash] of hashes.entries()) {
      const userId = tx.insert("users", {
        ...{ email: `person${person}@localhost`, firstName: "Person", lastName: String(person) },
        ...{ role: "project_manager", createdAt: now, updatedAt: now },
      });
      tx.insert("sessions", { ...hash, sess: {}, expire: now + 24 * hourMs, userId });
    }
    for (let order = 0; order < tasksPerUnit; order++)
      tx.insert("taskTemplates", {
        ...{ name: `Patch and paint the walls, part ${order}`, category: "Painting" },
        ...{ estimatedHours: 1.5, sortOrder: order * 10, isDefault: true, createdAt: now },
      });
    await database.commit(tx);
  } finally {
    database.close();
  }
}

/** Makes projects by the product's own functions, one after the other. */
export class Builder {
  readonly #url: string;
  readonly projects: Project[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  async growTo(count: number): Promise<void> {
    if (this.projects.length >= count) return;
    // A new client signs in for each batch, because one token would expire while hundreds of projects are made.
    const tab = await TabClient.open(this.#url, await fetchToken(this.#url, secretOf(0)));
    const templates = await ask<{ id: string }[]>(this.#url, "taskTemplates:list", {});
    const templateIds = templates.slice(0, tasksPerUnit).map(({ id }) => id);
    while (this.projects.length < count) this.projects.push(await this.#make(tab, templateIds));
    tab.close();
  }

  async #make(tab: TabClient, templateIds: readonly string[]): Promise<Project> {
    const names = Array.from({ length: unitsPerProject }, (_, at) => `${101 + at}`);
    const name = `Building ${this.projects.length + 1}`;
    await tab.mutate("projects:create", { name, units: names });
    const projects = await ask<{ id: string; name: string }[]>(this.#url, "projects:list", {});
    const { id } = projects.find((project) => project.name === name)!;
    const listed = await ask<{ id: string }[]>(this.#url, "units:names", { projectId: id });
    const ids = listed.map((unit) => unit.id);
    for (let at = 0; at < ids.length; at += atOnce)
      await Promise.all(
        ids
          .slice(at, at + atOnce)
          .map((unitId) => tab.mutate("tasks:assignToUnit", { unitId, templateIds })),
      );
    const units: Unit[] = [];
    const ranges = await ask<Project["ranges"]>(this.#url, "board:pages", { projectId: id });
    for (const range of ranges) {
      const args = { projectId: id, ...range };
      const { rows } = await ask<{ rows: BoardRow[] }>(this.#url, "board:page", args);
      for (const { unit, tasks } of rows)
        units.push({ id: unit.id, taskIds: tasks.map((task) => task.id) });
    }
    return { id, units, ranges };
  }
}

type BoardRow = { unit: { id: string }; tasks: { id: string }[] };

/** Asks a query over HTTP as the first person. */
async function ask<Answer>(url: string, path: string, args: object): Promise<Answer> {
  const token = await fetchToken(url, secretOf(0));
  const response = await fetch(`${url}/api/query`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const answer = (await response.json()) as { value: Answer; errorMessage?: string };
  if (answer.errorMessage !== undefined) throw new Error(`${path}: ${answer.errorMessage}`);
  return answer.value;
}
