import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Engine, openDatabase, seeded } from "convex-host/inside";
import {
  sessionHashesOf,
  tokenKeyClaim,
  tokenKeyOf,
} from "../../../convex/lib/signIn/sessionSecrets.ts";
import { loadWorkspaceApp } from "./load-workspace-app.ts";
import { RecordingDatabase } from "./recording-database.ts";
import type { Sets } from "./sets.ts";

/** The units of each project, and how often a task of it is ticked: half of them start a task, half complete one. */
export type ProjectSize = { units: number; ticks: number };

export type Size = { projects: readonly ProjectSize[]; tasksPerUnit: number; people: number };

type Person = { subject: string; issuer: string; tokenIdentifier: string };

const seed = 1;
/** A quarter past nine in the morning, in the middle of a slot of the tallies. */
const beginning = Date.UTC(2026, 2, 2, 9, 20);
const msBetweenTicks = 20;

/**
 * Lets people start and complete tasks by the workspace's own function, on the embedded host, and returns what each of these
 * transactions read and wrote, by project and in their order. A project's ticks are in random units. The same size gives the
 * same sets.
 */
export async function recordTicks(size: Size): Promise<Sets[][]> {
  const folder = mkdtempSync(join(tmpdir(), "turnboard-ticks-"));
  const random = seeded(seed);
  const fill = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256);
  };
  const randomBytes = (length: number) => {
    const bytes = Buffer.alloc(length);
    fill(bytes);
    return bytes;
  };
  let now = beginning;
  const clock = () => now;
  const path = join(folder, "data.sqlite");
  const recording = new RecordingDatabase(
    openDatabase({ path, durable: false, clock, random: fill, heldMs: 0 }),
  );
  const engine = createEngine({
    app: await loadWorkspaceApp(),
    ...{ database: recording.database, environment: process.env, clock, random: randomBytes },
    filesFolder: join(folder, "files"),
  });
  try {
    const workspace = await makeWorkspace(engine, size, now);
    const byProject: Sets[][] = [];
    for (const [at, { ticks }] of size.projects.entries()) {
      const own: Sets[] = [];
      for (const [number, { taskId, status }] of ticksOf(workspace.projects[at]!, ticks, random)) {
        now += msBetweenTicks;
        const person = workspace.people[(number * 7 + at) % workspace.people.length]!;
        const key = `tick ${number} of ${at}`;
        const args = { taskId, status, key };
        own.push(
          await recording.record(() => call(engine, person, { path: "tasks:update", args })),
        );
      }
      byProject.push(own);
    }
    return byProject;
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** So many ticks in a random order, in which each task is started before it is completed. */
function ticksOf(tasks: readonly string[], count: number, random: () => number) {
  const chosen = shuffled(tasks, random).slice(0, count / 2);
  const ticked = shuffled([...chosen, ...chosen], random);
  const started = new Set<string>();
  return ticked
    .map((taskId) => {
      const status = started.has(taskId) ? "completed" : "in_progress";
      started.add(taskId);
      return { taskId, status };
    })
    .entries();
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

type Workspace = {
  people: Person[];
  /** The ids of the tasks of each project, one of each unit in turn. */
  projects: string[][];
};

async function makeWorkspace(engine: Engine, size: Size, now: number): Promise<Workspace> {
  const people = await insertPeople(engine, size.people, now);
  const templateIds = await insertTemplates(engine, size.tasksPerUnit, now);
  const host = { path: "jobs/today:advance", args: {} };
  await call(engine, null, host);
  const projects: string[][] = [];
  for (const [number, project] of size.projects.entries()) {
    const units = Array.from({ length: project.units }, (_, unit) => `Unit ${unit}`);
    const manager = people[number % people.length]!;
    const created = { path: "projects:create", args: { name: `Project ${number}`, units } };
    const { id: projectId } = (await call(engine, manager, created)) as Row;
    const list = { path: "units:list", args: { projectId } };
    const taskIds: string[][] = [];
    for (const { id: unitId } of (await ask(engine, manager, list)) as Row[]) {
      const assigned = { path: "tasks:assignToUnit", args: { unitId, templateIds } };
      const tasks = (await call(engine, manager, assigned)) as Row[];
      taskIds.push(tasks.map(({ id }) => id));
    }
    const orders = Array.from({ length: size.tasksPerUnit }, (_, order) => order);
    projects.push(orders.flatMap((order) => taskIds.map((ids) => ids[order]!)));
  }
  return { people, projects };
}

type Row = { id: string };
type Called = { path: string; args: Record<string, string | string[]> };

async function call(engine: Engine, person: Person | null, called: Called): Promise<unknown> {
  const outcome = await engine.mutation({ ...called, ...callerOf(person) });
  if (!outcome.ok) throw new Error(`${called.path}: ${outcome.message}`);
  return JSON.parse(outcome.value);
}

async function ask(engine: Engine, person: Person, called: Called): Promise<unknown> {
  const outcome = await engine.query({ ...called, ...callerOf(person) });
  if (!outcome.ok) throw new Error(`${called.path}: ${outcome.message}`);
  return JSON.parse(outcome.value);
}

function callerOf(person: Person | null) {
  return { identity: person, caller: person === null ? "internal" : "public" } as const;
}

async function insertPeople({ database }: Engine, count: number, now: number): Promise<Person[]> {
  const secrets = Array.from({ length: count }, (_, number) => `secret of person ${number}`);
  const hashes = await Promise.all(secrets.map(sessionHashesOf));
  const keys = await Promise.all(secrets.map(tokenKeyOf));
  const tx = database.begin({ nowMs: now });
  const people = secrets.map((_, number) => {
    const userId = tx.insert("users", {
      ...{ email: `person${number}@homes.test`, firstName: "Person", lastName: String(number) },
      ...{ role: "project_manager", createdAt: now, updatedAt: now },
    });
    const expire = now + 24 * 60 * 60_000;
    const subject = tx.insert("sessions", { ...hashes[number]!, sess: {}, expire, userId });
    const issuer = "https://turnboard.test";
    const tokenIdentifier = `${issuer}|${subject}`;
    return { subject, issuer, tokenIdentifier, [tokenKeyClaim]: keys[number]! };
  });
  // A workspace in use has its figures.
  const done = { done: true, isWorkDone: true, hasPeople: true, isNamed: true };
  tx.insert("figureBuilds", { afterUnit: 0, afterEntry: 0, ...done });
  await database.commit(tx);
  return people;
}

async function insertTemplates({ database }: Engine, count: number, now: number) {
  const tx = database.begin({ nowMs: now });
  const ids = Array.from({ length: count }, (_, number) =>
    tx.insert("taskTemplates", {
      ...{ name: `Task ${number}`, category: "Paint", estimatedHours: 1.5 },
      ...{ sortOrder: number * 10, isDefault: true, createdAt: now },
    }),
  );
  await database.commit(tx);
  return ids;
}
