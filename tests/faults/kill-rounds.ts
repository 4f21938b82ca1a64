import { join } from "node:path";
import { ConvexError } from "convex/values";
import { KillableHost } from "../support/killable-host.ts";
import type { HostBundles } from "../support/workspace-bundles.ts";
import type { Ledger } from "./ledger.ts";
import { type Crowd, MixedLoad } from "./mixed-load.ts";
import { pause } from "./people.ts";
import { Phases } from "./phases.ts";
import { seeded } from "convex-host/seeded";
import { findWrongs } from "./stored.ts";

export type KillRun = Crowd & {
  rounds: number;
  /** After this number of kills, everybody pauses and all data is compared. */
  roundsPerCheck: number;
  tell: (line: string) => void;
  /** Bundles made before, whose app has the module `later`. */
  bundles?: HostBundles;
  /** Damages the compared data, to test that the comparison notices it. */
  tamper?: (compared: { dataDir: string; ledger: Ledger }) => Promise<void>;
};

export type KillResult = {
  rounds: number;
  killsDuringStart: number;
  checks: number;
  acknowledged: Record<string, number>;
  /** From the start of the process to its readiness. */
  startMs: number[];
  /** The times from readiness to the answers of the requests that were waiting then. */
  afterStartMs: number[];
  longestWait: { ms: number; what: string };
  wrongs: string[];
};

const later = join(import.meta.dirname, "../program/fixtures/load/later.ts");
/** Longer waits, in milliseconds, are reported. */
const longMs = 10_000;

/** Kills the host repeatedly while people use the app, and compares the answers that they got with the stored data. */
export async function runKillRounds(run: KillRun): Promise<KillResult> {
  const host = await KillableHost.build({ modules: { later }, bundles: run.bundles });
  const result: KillResult = {
    ...{ rounds: 0, killsDuringStart: 0, checks: 0, acknowledged: {}, startMs: [] },
    ...{ afterStartMs: [], longestWait: { ms: 0, what: "nothing" }, wrongs: [] },
  };
  let load: MixedLoad | null = null;
  try {
    await host.start();
    load = await MixedLoad.open(host.url, run);
    await killAndCheck({ host, load, run, result, random: seeded(run.seed + 1) });
  } catch (error) {
    const waiting = load?.waits.longerThan(longMs) ?? [];
    result.wrongs.push(
      [`After round ${result.rounds}: ${told(error)}`, ...waiting, host.printed].join("\n"),
    );
  } finally {
    await load?.close();
    await host.remove();
  }
  if (load === null) return result;
  const { ledger, waits } = load;
  const { acknowledged } = ledger;
  return { ...result, acknowledged, afterStartMs: waits.afterStartMs, longestWait: waits.longest };
}

type Parts = {
  host: KillableHost;
  load: MixedLoad;
  run: KillRun;
  result: KillResult;
  random: () => number;
};

async function killAndCheck(parts: Parts): Promise<void> {
  const { load, run, result } = parts;
  const tellLongWaits = () => {
    for (const line of load.waits.longerThan(longMs)) run.tell(`waiting for ${line}`);
  };
  const timer = setInterval(tellLongWaits, longMs / 2);
  try {
    while (result.rounds < run.rounds && result.wrongs.length === 0) {
      load.start();
      const last = Math.min(run.rounds, result.rounds + run.roundsPerCheck);
      while (result.rounds < last) await oneRound(parts);
      await check(parts);
    }
  } finally {
    clearInterval(timer);
  }
}

async function oneRound({ host, load, random, run, result }: Parts): Promise<void> {
  const phases = new Phases();
  const enough = load.ledger.after(1 + Math.floor(random() * 60));
  const what = "enough answers for the next kill";
  await load.waits.during({ what }, () => Promise.race([enough, load.failed]));
  // The random pause prevents every kill from coming right after an answer.
  await pause(random() * 20);
  phases.end("load");
  await host.kill();
  if (random() < 0.2) {
    const started = host.start().catch(() => undefined);
    await pause(random() * 600);
    await host.kill();
    await started;
    result.killsDuringStart += 1;
  }
  phases.end("kill");
  await host.start();
  load.waits.hostIsUp();
  result.startMs.push(phases.end("restart"));
  result.rounds += 1;
  const { count } = load.ledger;
  run.tell(`round ${result.rounds}/${run.rounds}: ${count} acknowledged; ${phases.text}`);
}

async function check({ host, load, run, result }: Parts): Promise<void> {
  const phases = new Phases();
  await load.stop();
  phases.end("all are answered");
  await host.kill();
  const unseen = load.actUnseen();
  // The promise is awaited below; a rejection before that must not end the process.
  unseen.catch(() => undefined);
  await host.start();
  load.waits.hostIsUp();
  await unseen;
  phases.end("all are back after a kill");
  await load.untilScheduledWorkIsDone();
  phases.end("scheduled work is done");
  result.wrongs.push(...load.ledger.wrongs, ...(await load.differingSubscriptions()));
  phases.end("subscriptions are compared");
  await host.stop();
  phases.end("stop");
  await run.tamper?.({ dataDir: host.dataDir, ledger: load.ledger });
  result.wrongs.push(...(await findWrongs(host.dataDir, load.ledger)));
  phases.end("rows and files are compared");
  result.checks += 1;
  await host.start();
  load.waits.hostIsUp();
  phases.end("restart");
  const verdict = result.wrongs.length === 0 ? "all is well" : result.wrongs.join("\n");
  run.tell(`check ${result.checks}: ${verdict}; ${phases.text}`);
}

/** Returns the text of a failure with its stack and the data of a ConvexError. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = error instanceof ConvexError ? [JSON.stringify(error.data)] : [];
  return [error.stack ?? String(error), ...said].join("\n");
}
