/**
 * Measures the host against floors of the same run and prints both side by side.
 *   npm run bench            prints the table and the change against tests/bench/baseline.json
 *   npm run bench -- --save  also makes this run the baseline
 *   npm run bench -- --quick fewer rounds, for a first look
 *   npm run bench -- --presence measures only what the presence of 200 people costs
 *   npm run bench -- --conflicts simulates only how often ticks would conflict under optimistic concurrency
 *   npm run bench -- --costs records only what the live screens read, and what that would cost a month on official Convex
 *   npm run bench -- --machine measures only how many people one machine holds, until it breaks
 *   npm run bench -- --trash measures only how long a project of 1,000 units takes into the trash and back
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { flush } from "convex-host/inside";
import { workspaceNames } from "../../server/workspace-options.ts";
import { bareCommit } from "./bare-commit.ts";
import { Samples, residentMb, timed } from "./measure.ts";
import { printCosts } from "./costs/print-costs.ts";
import { printMachine } from "./machine/print-machine.ts";
import { printConflicts } from "./conflicts/print-conflicts.ts";
import { freePort } from "../support/free-port.ts";
import { type ServerProcess, startFloorProcess, startHostProcess } from "./processes.ts";
import { FloorClient, TabClient } from "./raw-client.ts";
import { acknowledgement, connectAndRead, fanOut, load, type Subject } from "./rows.ts";
import { measurePresence } from "./presence.ts";
import { measureTrash } from "./trash.ts";
import { printTable, type Row, toBaseline } from "./table.ts";
import { type BenchWorkspace, fetchToken, fillWorkspace, tasksPerUnit } from "./workspace.ts";

const baselineFile = new URL("baseline.json", import.meta.url);
const quick = process.argv.includes("--quick");
const taskCount = quick ? 10_000 : 102_500;
const rounds = quick ? 50 : 200;
/** Node compiles hot code as it runs, so all rows but the first are of programs that have run for a while. */
const warmUp = { writers: 10, watchers: 20, milliseconds: quick ? 2_000 : 10_000 };
const folder = mkdtempSync(join(tmpdir(), "turnboard-bench-"));
const port = await freePort();
const rows: Row[] = [];

try {
  if (process.argv.includes("--conflicts")) await printConflicts(quick);
  else if (process.argv.includes("--costs")) await printCosts(quick);
  else if (process.argv.includes("--machine")) await printMachine(quick);
  else await measureAndPrint();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAndPrint(): Promise<void> {
  if (process.argv.includes("--presence")) await measurePresenceAlone();
  else if (process.argv.includes("--trash")) await measureTrashAlone();
  else await measureAll();
  printTable(rows, readBaseline());
  if (process.argv.includes("--save")) {
    writeFileSync(baselineFile, `${JSON.stringify(toBaseline(rows), null, 2)}\n`);
  }
}

async function measureAll(): Promise<void> {
  const dataDir = join(folder, "data");
  const workspace = await makeWorkspace(dataDir);
  await measureStart(dataDir, workspace);
  const floorProcess = await startFloorProcess(join(folder, "floor.db"), taskCount);
  const hostProcess = await startHostProcess(dataDir, port);
  try {
    const floor = floorSubject(floorProcess);
    const host = await hostSubject(hostProcess, workspace, workspace.secrets.length);
    await measureFirstWrites(host, floor);
    for (const subject of [host, floor]) await load(subject, warmUp);
    await measureAcknowledgement(host, floor, workspace);
    await measureConnect(host, floor);
    for (const watchers of [10, 100, 500]) await measureFanOut(host, floor, watchers);
    await measureLoad(host, floor);
  } finally {
    await hostProcess.stop();
    await floorProcess.stop();
  }
}

async function measurePresenceAlone(): Promise<void> {
  const dataDir = join(folder, "data");
  const workspace = await makeWorkspace(dataDir);
  const hostProcess = await startHostProcess(dataDir, port);
  try {
    const options = { rounds: quick ? 2 : 6, ticks: quick ? 60 : 200 };
    rows.push(...(await measurePresence(hostProcess, workspace, options)));
  } finally {
    await hostProcess.stop();
  }
}

async function measureTrashAlone(): Promise<void> {
  const dataDir = join(folder, "data");
  const units = 1000;
  const workspace = await makeWorkspace(dataDir, { people: 1, tasks: units * tasksPerUnit });
  const hostProcess = await startHostProcess(dataDir, port);
  try {
    rows.push(...(await measureTrash(hostProcess, workspace, { units, rounds: quick ? 10 : 50 })));
  } finally {
    await hostProcess.stop();
  }
}

/** The host makes the file and its tables; the benchmark fills it while the host is down. */
async function makeWorkspace(
  dataDir: string,
  size = { people: 500, tasks: taskCount },
): Promise<BenchWorkspace> {
  const first = await startHostProcess(dataDir, port);
  await first.stop();
  const workspace = await fillWorkspace(dataDir, size);
  // The disk must have finished writing before anything is timed.
  await flush(join(dataDir, workspaceNames.databaseFile));
  return workspace;
}

async function measureStart(dataDir: string, workspace: BenchWorkspace): Promise<void> {
  const samples = new Samples();
  let memory = 0;
  for (let turn = 0; turn < (quick ? 3 : 7); turn++) {
    let server: ServerProcess | undefined;
    await timed(samples, async () => {
      server = await startHostProcess(dataDir, port);
      const watcher = await (await hostSubject(server, workspace, 1)).connect(0);
      await watcher.subscribe();
      watcher.close();
    });
    memory = residentMb(server!.pid);
    await server!.stop();
  }
  rows.push({
    name: `cold start to the first 25 of ${taskCount} tasks`,
    unit: "ms",
    host: samples.p50,
  });
  rows.push({ name: "memory after the first read", unit: "MB", host: memory });
}

async function measureFirstWrites(host: Subject, floor: Subject): Promise<void> {
  const floorSamples = await acknowledgement(floor, rounds);
  const hostSamples = await acknowledgement(host, rounds);
  rows.push({
    name: `acknowledgement of the first ${rounds} writes after a start`,
    unit: "ms",
    host: hostSamples.p50,
    floor: floorSamples.p50,
  });
}

async function measureAcknowledgement(
  host: Subject,
  floor: Subject,
  workspace: BenchWorkspace,
): Promise<void> {
  const commit = bareCommit(join(folder, "bare.db"), rounds * 2);
  const floorSamples = await acknowledgement(floor, rounds * 2);
  const hostSamples = await acknowledgement(host, rounds * 2);
  const row = { unit: "ms" as const, floor: commit.p50, floorName: "bare commit" };
  rows.push({ ...row, name: "acknowledgement, one writer", host: hostSamples.p50 });
  rows.push({ ...row, name: "acknowledgement of the floor server", host: floorSamples.p50 });
  rows.push({
    name: "acknowledgement p99",
    unit: "ms",
    host: hostSamples.p99,
    floor: floorSamples.p99,
  });

  const { address } = host.server;
  const idle = await TabClient.open(address, await fetchToken(address, workspace.secrets[1]!));
  for (let count = 0; count < 1_000; count++) {
    const unitId = workspace.otherUnitIds[count % workspace.otherUnitIds.length]!;
    await idle.watch("tasks:list", { unitId });
  }
  const busySamples = await acknowledgement(host, rounds * 2);
  idle.close();
  rows.push({
    name: "acknowledgement with 1,000 unrelated subscriptions",
    unit: "ms",
    host: busySamples.p50,
    floor: hostSamples.p50,
    floorName: "without them",
  });
}

async function measureConnect(host: Subject, floor: Subject): Promise<void> {
  const floorSamples = await connectAndRead(floor, rounds);
  const hostSamples = await connectAndRead(host, rounds);
  rows.push({
    name: "connect and first 25 rows",
    unit: "ms",
    host: hostSamples.p50,
    floor: floorSamples.p50,
  });
}

async function measureFanOut(host: Subject, floor: Subject, watchers: number): Promise<void> {
  const writes = Math.max(10, Math.round(rounds / Math.sqrt(watchers / 10)));
  const floorResult = await fanOut(floor, { watchers, distinct: false, writes });
  for (const distinct of [false, true]) {
    const result = await fanOut(host, { watchers, distinct, writes });
    const who = `${watchers} watchers, ${distinct ? "different people" : "one person"}`;
    rows.push({
      name: `last of ${who}`,
      unit: "ms",
      host: result.last.p50,
      floor: floorResult.last.p50,
    });
    rows.push({
      name: `CPU per change, ${who}`,
      unit: "ms",
      host: result.cpuPerWrite,
      floor: floorResult.cpuPerWrite,
    });
  }
}

async function measureLoad(host: Subject, floor: Subject): Promise<void> {
  const options = { writers: 10, watchers: 100, milliseconds: quick ? 2_000 : 10_000 };
  const low = await load(floor, options);
  const high = await load(host, options);
  const name = (what: string) => `10 writers, 100 different people watching: ${what}`;
  rows.push({
    name: name("writes"),
    unit: "/s",
    host: high.writesPerSecond,
    floor: low.writesPerSecond,
  });
  rows.push({
    name: name("delivery p50"),
    unit: "ms",
    host: high.delivery.p50,
    floor: low.delivery.p50,
  });
  rows.push({
    name: name("delivery p99"),
    unit: "ms",
    host: high.delivery.p99,
    floor: low.delivery.p99,
  });
  rows.push({
    name: name("CPU per write"),
    unit: "ms",
    host: high.cpuPerWrite,
    floor: low.cpuPerWrite,
  });
  rows.push({ name: name("memory"), unit: "MB", host: high.memoryMb, floor: low.memoryMb });
}

/** The tokens of the first people are fetched before anything is timed. */
async function hostSubject(
  server: ServerProcess,
  workspace: BenchWorkspace,
  people: number,
): Promise<Subject> {
  const secrets = workspace.secrets.slice(0, people);
  const tokens = await Promise.all(secrets.map((secret) => fetchToken(server.address, secret)));
  const connect = async (person: number) => {
    const client = await TabClient.open(server.address, tokens[person]!);
    return Object.assign(client, {
      subscribe: () => client.watch("tasks:list", { unitId: workspace.unitId }),
      write: (marker: string) =>
        client.mutate("tasks:update", { taskId: workspace.taskId, dueDate: marker }),
    });
  };
  return { server, connect };
}

function floorSubject(server: ServerProcess): Subject {
  return { server, connect: () => FloorClient.open(Number(server.address)) };
}

function readBaseline(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(baselineFile, "utf8")) as Record<string, number>;
  } catch {
    return {};
  }
}
