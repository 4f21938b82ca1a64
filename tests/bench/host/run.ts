/**
 * Measures the host alone, with an app of a few short functions, beside plain servers in the same run, for comparisons
 * with other engines.
 *   npm run bench --workspace packages/convex-host
 *   npm run bench --workspace packages/convex-host -- --quick   fewer rounds, for a first look
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareCommit } from "../bare-commit.ts";
import { freePort } from "../../support/free-port.ts";
import { type ServerProcess, startFloorProcess, startProcess } from "../processes.ts";
import { FloorClient, TabClient } from "../raw-client.ts";
import { acknowledgement, fanOut, load, type Subject } from "../rows.ts";
import { printTable, type Row } from "../table.ts";
import { type BareHost, makeBareHost } from "./bare-host.ts";
import { accountCount, clients, transfers } from "./transfers.ts";

const quick = process.argv.includes("--quick");
const taskCount = quick ? 10_000 : 102_500;
const rounds = quick ? 100 : 400;
const milliseconds = quick ? 2_000 : 10_000;
const transferServer = join(import.meta.dirname, "transfer-server.ts");
const folder = mkdtempSync(join(tmpdir(), "convex-host-bench-"));
const rows: Row[] = [];

try {
  const bare = await makeBareHost(folder, { tasks: taskCount, port: await freePort() });
  const floorProcess = await startFloorProcess(join(folder, "floor.db"), taskCount);
  const plainProcess = await startProcess(
    ["--import", "tsx", transferServer, join(folder, "plain.db"), String(accountCount)],
    {},
    /floor (http\S+)/,
  );
  const hostProcess = await bare.start();
  try {
    await measureTasks(await hostSubject(hostProcess, bare), floorSubject(floorProcess));
    await measureTransfers(hostProcess, plainProcess);
  } finally {
    await hostProcess.stop();
    await plainProcess.stop();
    await floorProcess.stop();
  }
  printTable(rows, {});
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureTasks(host: Subject, floor: Subject): Promise<void> {
  const warmUp = { writers: 10, watchers: 20, milliseconds };
  for (const subject of [host, floor]) await load(subject, warmUp);
  await compare("acknowledgement, one writer", "ms", { host, floor }, async (subject) => {
    return (await acknowledgement(subject, rounds * 2)).p50;
  });
  for (const watchers of [10, 100, 500]) await measureFanOut({ host, floor }, watchers);
  const options = { writers: 10, watchers: 100, milliseconds };
  const low = await load(floor, options);
  const high = await load(host, options);
  const row = (name: string, unit: Row["unit"], of: (result: typeof low) => number) =>
    rows.push({
      ...{ name: `10 writers, 100 watchers: ${name}`, unit },
      ...{ host: of(high), floor: of(low) },
    });
  row("writes", "/s", (result) => result.writesPerSecond);
  row("delivery p50", "ms", (result) => result.delivery.p50);
  row("delivery p99", "ms", (result) => result.delivery.p99);
  row("CPU per write", "ms", (result) => result.cpuPerWrite);
  row("memory", "MB", (result) => result.memoryMb);
}

async function measureFanOut(
  subjects: { host: Subject; floor: Subject },
  watchers: number,
): Promise<void> {
  const writes = Math.max(10, Math.round(rounds / Math.sqrt(watchers / 10)));
  const floor = await fanOut(subjects.floor, { watchers, distinct: false, writes });
  const host = await fanOut(subjects.host, { watchers, distinct: false, writes });
  rows.push(
    { name: `last of ${watchers}`, unit: "ms", host: host.last.p50, floor: floor.last.p50 },
    {
      ...{ name: `CPU per change, ${watchers} watchers`, unit: "ms" },
      ...{ host: host.cpuPerWrite, floor: floor.cpuPerWrite },
    },
  );
}

/** Each server is warmed up first. */
async function measureTransfers(host: ServerProcess, plain: ServerProcess): Promise<void> {
  const tokens: string[] = [];
  for (let client = 0; client < clients; client++)
    tokens.push(await signToken(host.address, client));
  const warmUp = { tokens, milliseconds: milliseconds / 2 };
  for (const server of [host, plain]) await transfers(server, warmUp);
  // The plain server flushes for each transfer, while the host's transfers share flushes: the ratio depends mostly on
  // the disk.
  const commit = bareCommit(join(folder, "bare.db"), rounds * 2);
  rows.push({ name: "a bare commit before the transfers", unit: "ms", host: commit.p50 });
  const high = await transfers(host, { tokens, milliseconds });
  const low = await transfers(plain, { tokens, milliseconds });
  const floorName = "plain server";
  rows.push(
    {
      ...{ name: `transfers of ${clients} clients over HTTP`, unit: "/s", floorName },
      ...{ host: high.perSecond, floor: low.perSecond },
    },
    {
      ...{ name: "CPU per transfer", unit: "ms", floorName },
      ...{ host: high.cpuEach, floor: low.cpuEach },
    },
  );
}

async function compare(
  name: string,
  unit: Row["unit"],
  subjects: { host: Subject; floor: Subject },
  measure: (subject: Subject) => Promise<number>,
): Promise<void> {
  const floor = await measure(subjects.floor);
  rows.push({ name, unit, host: await measure(subjects.host), floor });
}

/**
 * Clients are signed in, because an address has few sockets without sign-in. All are the same person, because the
 * functions do not read the identity.
 */
async function hostSubject(server: ServerProcess, { taskId }: BareHost): Promise<Subject> {
  const token = await signToken(server.address, 0);
  const connect = async () => {
    const client = await TabClient.open(server.address, token);
    return Object.assign(client, {
      subscribe: () => client.watch("tasks:list", { unit: 0 }),
      write: (dueDate: string) => client.mutate("tasks:update", { id: taskId, dueDate }),
    });
  };
  return { server, connect };
}

async function signToken(url: string, person: number): Promise<string> {
  const args = { subject: `person ${person}` };
  const body = JSON.stringify({ path: "tokens:sign", args, format: "json" });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/api/action`, { method: "POST", headers, body });
  return ((await response.json()) as { value: string }).value;
}

function floorSubject(server: ServerProcess): Subject {
  return { server, connect: () => FloorClient.open(Number(server.address)) };
}
