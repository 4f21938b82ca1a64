import { KillableHost } from "../support/killable-host.ts";
import type { Ledger } from "./ledger.ts";
import { type Crowd, MixedLoad } from "./mixed-load.ts";
import { pause } from "./people.ts";
import { seeded } from "./seeded.ts";
import { findWrongs } from "./stored.ts";

export type KillRun = Crowd & {
  rounds: number;
  /** After so many kills everybody pauses and everything is compared. */
  roundsPerCheck: number;
  tell: (line: string) => void;
  /** Spoils what is compared, to see that it is noticed. */
  tamper?: (compared: { dataDir: string; ledger: Ledger }) => Promise<void>;
};

export type KillResult = {
  rounds: number;
  killsDuringStart: number;
  checks: number;
  acknowledged: Record<string, number>;
  /** From the start of the process to its readiness. */
  startMs: number[];
  wrongs: string[];
};

/** Kills the host again and again while people work in the app, and compares what they were told with what there is. */
export async function runKillRounds(run: KillRun): Promise<KillResult> {
  const host = await KillableHost.build();
  const result: KillResult = {
    ...{ rounds: 0, killsDuringStart: 0, checks: 0 },
    ...{ acknowledged: {}, startMs: [], wrongs: [] },
  };
  let load: MixedLoad | null = null;
  try {
    await host.start();
    load = await MixedLoad.open(host.url, run);
    const random = seeded(run.seed + 1);
    while (result.rounds < run.rounds && result.wrongs.length === 0) {
      load.start();
      const last = Math.min(run.rounds, result.rounds + run.roundsPerCheck);
      while (result.rounds < last) await oneRound({ host, load, random, run, result });
      await check({ host, load, run, result });
    }
    result.acknowledged = load.ledger.acknowledged;
    return result;
  } finally {
    await load?.close();
    await host.remove();
  }
}

type Parts = { host: KillableHost; load: MixedLoad; run: KillRun; result: KillResult };

async function oneRound(parts: Parts & { random: () => number }): Promise<void> {
  const { host, load, random, run, result } = parts;
  const enough = load.ledger.after(1 + Math.floor(random() * 60));
  await Promise.race([enough, load.failed]);
  // Not only at the moment of an answer.
  await pause(random() * 20);
  await host.kill();
  if (random() < 0.2) {
    const started = host.start().catch(() => undefined);
    await pause(random() * 600);
    await host.kill();
    await started;
    result.killsDuringStart += 1;
  }
  const startedAt = performance.now();
  await host.start();
  const startMs = Math.round(performance.now() - startedAt);
  result.startMs.push(startMs);
  result.rounds += 1;
  run.tell(
    `round ${result.rounds}/${run.rounds}: ${load.ledger.count} acknowledged, started in ${startMs} ms`,
  );
}

async function check({ host, load, run, result }: Parts): Promise<void> {
  const startedAt = performance.now();
  const tellTime = (what: string) =>
    run.tell(`${what} after ${Math.round((performance.now() - startedAt) / 1000)} s`);
  await load.stop();
  tellTime("all are answered");
  result.wrongs.push(...(await load.differingSubscriptions()));
  tellTime("subscriptions are compared");
  await host.stop();
  await run.tamper?.({ dataDir: host.dataDir, ledger: load.ledger });
  result.wrongs.push(...(await findWrongs(host.dataDir, load.ledger)));
  result.checks += 1;
  run.tell(result.wrongs.length === 0 ? "checked: all is well" : result.wrongs.join("\n"));
  await host.start();
}
