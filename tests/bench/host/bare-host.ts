import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundleHost } from "convex-host/build";
import { type Database, openDatabase, type WriteTransaction } from "convex-host/inside";
import { startProcess, type ServerProcess } from "../processes.ts";
import { accountCount } from "./transfers.ts";

const root = join(import.meta.dirname, "../../..");
const commandLine = join(root, "packages/convex-host/src/command-line/main.ts");
/** Below the packages that the program is to find. */
const program = join(root, ".cache/bench-host");
const app = join(import.meta.dirname, "convex");
const tasksPerUnit = 25;
const writesPerTransaction = 10_000;

/** A host as its package is installed, with an app of three functions. */
export type BareHost = { start: () => Promise<ServerProcess>; dataDir: string; taskId: string };

/** Builds the host, and fills a data folder with units of 25 tasks and with accounts. */
export async function makeBareHost(
  folder: string,
  { tasks, port }: { tasks: number; port: number },
): Promise<BareHost> {
  const dataDir = join(folder, "bare");
  mkdirSync(dataDir, { recursive: true });
  await bundleHost({ main: commandLine, outFolder: program });
  // The flag is the one that the package's README names.
  const start = () =>
    startProcess(
      ["--max-semi-space-size=4", join(program, "main.js"), "start", app],
      { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" },
      /ready at (http\S+)/,
    );
  // The host creates the file and its tables; they are filled while the host is stopped.
  await (await start()).stop();
  const database = openDatabase({ path: join(dataDir, "convex.sqlite"), durable: false });
  try {
    const ids = await insertAll(database, tasks, insertTask);
    await insertAll(database, accountCount, (tx, number) =>
      tx.insert("accounts", { number, balance: 1_000_000_000 }),
    );
    return { start, dataDir, taskId: ids[0]! };
  } finally {
    database.close();
  }
}

function insertTask(tx: WriteTransaction, number: number): string {
  return tx.insert("tasks", {
    unit: Math.floor(number / tasksPerUnit),
    name: `Patch and paint the walls of the living room and the hall, part ${number % tasksPerUnit}`,
    category: "Painting and drywall",
    status: "not_started",
    dueDate: "",
    notes: "The tenant leaves the keys with the office; two coats.",
    estimatedHours: 2.5,
    sortOrder: number % tasksPerUnit,
  });
}

async function insertAll(
  database: Database,
  count: number,
  insert: (tx: WriteTransaction, number: number) => string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < count; start += writesPerTransaction) {
    const tx = database.begin({ nowMs: Date.now() });
    const end = Math.min(start + writesPerTransaction, count);
    for (let number = start; number < end; number++) ids.push(insert(tx, number));
    await database.commit(tx);
  }
  return ids;
}
