import { join } from "node:path";
import { sessionHashesOf } from "../../convex/lib/signIn/sessionSecrets.ts";
import { type Database, openDatabase, type WriteTransaction } from "convex-host/inside";

/** The workspace that the benchmark made. */
export type BenchWorkspace = {
  /** The cookie's value of person number n. */
  secrets: string[];
  projectId: string;
  /** The unit whose list is watched, and the task in it that is changed. */
  unitId: string;
  taskId: string;
  /** Units that do not change, for unrelated subscriptions. */
  otherUnitIds: string[];
};

export const tasksPerUnit = 25;
const hoursPerTask = 2.5;
const writesPerTransaction = 10_000;

/** Returns a person's token for the sync protocol, as their page fetches it. */
export async function fetchToken(url: string, secret: string): Promise<string> {
  const headers = { Cookie: `turnboard_session=${secret}` };
  const response = await fetch(`${url}/api/auth/token`, { headers });
  return ((await response.json()) as { token: string }).token;
}

/** Fills a data folder that the host has opened once with people and their sessions, and with units of 25 tasks. */
export async function fillWorkspace(
  dataDir: string,
  { people, tasks }: { people: number; tasks: number },
): Promise<BenchWorkspace> {
  const database = openDatabase({ path: join(dataDir, "turnboard.sqlite"), durable: false });
  try {
    const secrets = await insertPeople(database, people);
    const units = await insertUnits(database, Math.ceil(tasks / tasksPerUnit));
    const taskIds = await insertTasks(database, units);
    await insertFigureBuild(database);
    return {
      secrets,
      projectId: units.projectId,
      unitId: units.ids[0]!,
      taskId: taskIds[0]!,
      otherUnitIds: units.ids.slice(1),
    };
  } finally {
    database.close();
  }
}

async function insertPeople(database: Database, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const secrets = numbers.map((number) => `bench-${number}`);
  const hashes = await Promise.all(secrets.map(sessionHashesOf));
  const now = Date.now();
  await insertAll(database, numbers, (tx, number) => {
    const userId = tx.insert("users", {
      email: `person${number}@localhost`,
      firstName: "Person",
      lastName: String(number),
      role: "project_manager",
      createdAt: now,
      updatedAt: now,
    });
    return tx.insert("sessions", {
      ...hashes[number]!,
      sess: {},
      expire: now + 24 * 60 * 60 * 1000,
      userId,
    });
  });
  return secrets;
}

async function insertUnits(
  database: Database,
  count: number,
): Promise<{ projectId: string; ids: string[] }> {
  const now = Date.now();
  const [projectId] = await insertAll(database, [0], (tx) =>
    tx.insert("projects", {
      name: "Benchmark",
      status: "active",
      unitCount: count,
      createdAt: now,
      updatedAt: now,
    }),
  );
  const numbers = Array.from({ length: count }, (_, number) => number);
  const ids = await insertAll(database, numbers, (tx, number) =>
    tx.insert("units", {
      projectId: projectId!,
      name: `Unit ${number}`,
      status: "not_started",
      totalTasks: tasksPerUnit,
      completedTasks: 0,
      inProgressTasks: 0,
      notStartedTasks: tasksPerUnit,
      openWork: { hours: 100 * hoursPerTask * tasksPerUnit, due: [], blocks: [], people: [] },
      alarm: { zone: "UTC", isOn: false },
      recentPhotos: [],
      createdAt: now,
      updatedAt: now,
    }),
  );
  return { projectId: projectId!, ids };
}

function insertTasks(
  database: Database,
  units: { projectId: string; ids: string[] },
): Promise<string[]> {
  const now = Date.now();
  const places = units.ids.flatMap((unitId) =>
    Array.from({ length: tasksPerUnit }, (_, order) => ({ unitId, order })),
  );
  return insertAll(database, places, (tx, { unitId, order }) =>
    tx.insert("tasks", {
      unitId,
      projectId: units.projectId,
      name: `Patch and paint the walls, part ${order}`,
      category: "Painting",
      status: "not_started",
      estimatedHours: hoursPerTask,
      sortOrder: order,
      createdAt: now,
      updatedAt: now,
    }),
  );
}

/**
 * A workspace in use has its derived figures. A unit has no row of them if all its tasks are open and without dates.
 */
async function insertFigureBuild(database: Database): Promise<void> {
  const done = { afterUnit: 0, afterEntry: 0, done: true, isWorkDone: true, hasPeople: true };
  await insertAll(database, [done], (tx, row) => tx.insert("figureBuilds", row));
}

async function insertAll<Item>(
  database: Database,
  items: Item[],
  insert: (tx: WriteTransaction, item: Item) => string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < items.length; start += writesPerTransaction) {
    const tx = database.begin({ nowMs: Date.now() });
    for (const item of items.slice(start, start + writesPerTransaction)) ids.push(insert(tx, item));
    await database.commit(tx);
  }
  return ids;
}
