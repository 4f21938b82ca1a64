import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workspaceNames } from "../../../server/workspace-options.ts";
import { workingDay } from "../costs/day.ts";
import { cpuMs, residentMb } from "../measure.ts";
import { freePort } from "../../support/free-port.ts";
import { type ServerProcess, startHostProcess } from "../processes.ts";
import { printColumns } from "../table.ts";
import { Builder, insertPeople } from "./company.ts";
import { Crowd, type CrowdWork } from "./crowd.ts";
import { Probe } from "./probe.ts";

/** Beyond these limits people call the workspace slow, and the measurement stops. */
const slowestAnswerMs = 1_000;
const slowestDeliveryMs = 2_000;

const header = [
  ...["people", "pace", "acts/s", "answer p50", "p99", "at the other p50", "p99"],
  ...["screen p50", "p99", "host's cores", "clients' cores", "memory MB", "file MB", "failed"],
];

/**
 * Measures the workspace as more people work in it, at the pace of the working day and at ten times that pace, until
 * answers take too long or something fails. Prints one line per step. The crowd's own process shares the machine with
 * the host.
 */
export async function printMachine(quick: boolean): Promise<void> {
  const steps = quick ? [50, 100] : [100, 200, 400, 800, 1_600, 3_200];
  const folder = mkdtempSync(join(tmpdir(), "turnboard-machine-"));
  try {
    printColumns([
      header,
      ...(await curve(folder, { steps, milliseconds: quick ? 5_000 : 20_000 })),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Curve = { steps: readonly number[]; milliseconds: number };

async function curve(dataDir: string, { steps, milliseconds }: Curve): Promise<string[][]> {
  const port = await freePort();
  const first = await startHostProcess(dataDir, port);
  await first.stop();
  await insertPeople(dataDir, steps.at(-1)!);
  const host = await startHostProcess(dataDir, port);
  const builder = new Builder(host.address);
  const crowd = new Crowd();
  const lines: string[][] = [];
  let tempos: readonly number[] = [1, 10];
  try {
    for (const people of steps) {
      await builder.growTo(Math.ceil(people / workingDay.peoplePerProject));
      await crowd.grow({ url: host.address, people, company: builder.projects });
      const broken = new Set<number>();
      for (const tempo of tempos) {
        const figures = await measure(host, { crowd, builder, work: { tempo, milliseconds } });
        const cells = [String(people), `${tempo} x`, ...toCells(figures), fileMb(dataDir)];
        lines.push([...cells, String(figures.failed)]);
        process.stderr.write(`${lines.at(-1)!.join("  ")}\n`);
        if (isBroken(figures)) broken.add(tempo);
      }
      tempos = tempos.filter((tempo) => !broken.has(tempo));
      if (tempos.length === 0) break;
    }
  } catch (error) {
    // The measurement also stops when the crowd cannot connect or loses its connections.
    lines.push([`ended: ${String(error)}`, ...header.slice(1).map(() => "")]);
  } finally {
    crowd.stop();
    await host.stop();
  }
  return lines;
}

type Figures = Awaited<ReturnType<typeof measure>>;

async function measure(
  host: ServerProcess,
  { crowd, builder, work }: { crowd: Crowd; builder: Builder; work: CrowdWork },
) {
  const { milliseconds } = work;
  const probe = await Probe.open(host.address, builder.projects[0]!);
  const cpuBefore = cpuMs(host.pid);
  const [people, { acknowledgement, delivery }] = await Promise.all([
    crowd.work(work),
    probe.measure(milliseconds),
  ]);
  probe.close();
  if (people.failures.length > 0)
    process.stderr.write(`${people.failures.slice(0, 3).join("\n")}\n`);
  return {
    ...{ people, acknowledgement, delivery, failed: people.failures.length },
    actsPerSecond: (people.acts + acknowledgement.count) / (milliseconds / 1000),
    hostShare: (cpuMs(host.pid) - cpuBefore) / milliseconds,
    memoryMb: residentMb(host.pid),
  };
}

function toCells(figures: Figures): string[] {
  const { people, acknowledgement, delivery } = figures;
  const ms = (value: number | null) => (value === null ? "" : value.toFixed(value < 100 ? 1 : 0));
  return [
    figures.actsPerSecond.toFixed(1),
    ...[acknowledgement.p50, acknowledgement.p99, delivery.p50, delivery.p99].map(ms),
    ...[people.openedP50, people.openedP99].map(ms),
    ...[figures.hostShare, people.cpuShare].map((share) => share.toFixed(2)),
    figures.memoryMb.toFixed(0),
  ];
}

function isBroken({ acknowledgement, delivery, failed }: Figures): boolean {
  return failed > 0 || acknowledgement.p99 > slowestAnswerMs || delivery.p99 > slowestDeliveryMs;
}

const fileMb = (dataDir: string) =>
  (statSync(join(dataDir, workspaceNames.databaseFile)).size / 1e6).toFixed(0);
