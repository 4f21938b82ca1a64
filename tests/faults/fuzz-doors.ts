import { setTimeout as wait } from "node:timers/promises";
import type { KillableHost } from "../support/killable-host.ts";
import { type FuzzFigures, FuzzProgress, lineOf } from "./fuzz-progress.ts";
import { HonestPerson } from "./honest-person.ts";
import { type Choices } from "./hostile-messages.ts";
import { halfRequest, hostileRequest } from "./hostile-requests.ts";
import { hostileFrames, hostileSocket } from "./hostile-sockets.ts";
import { seeded } from "convex-host/inside";

export type FuzzRun = {
  host: KillableHost;
  forMs: number;
  /** So long a stranger stays away at most between two visits. */
  pauseMs?: number;
  /** So long the honest person rests after each work. */
  restMs?: number;
  /** Ends the run at once. What ends on the way is no fault then. */
  signal?: AbortSignal;
  /** Takes the figures so far, each minute. */
  tell?: (line: string) => void;
  strangers: number;
  seed: number;
};

export type FuzzResult = FuzzFigures & {
  isInterrupted: boolean;
  /** Everything that must not be; empty when all is well. */
  wrongs: string[];
};

/** Anybody honest is served within this time, however many strangers there are. */
const patienceMs = 10_000;
/** Memory that the engine has taken and keeps for itself; what grows without an end passes it. */
const mostGrownMb = 250;
const minuteMs = 60_000;

/** Lets strangers say anything at both doors, while somebody works. */
export async function fuzzDoors(run: FuzzRun): Promise<FuzzResult> {
  const { host, signal, tell } = run;
  const person = await HonestPerson.start(host.url, { restMs: run.restMs ?? 0 });
  const progress = new FuzzProgress(host, person);
  const timer = setInterval(() => tell?.(lineOf(progress.look())), minuteMs);
  const wrongs: string[] = [];
  await Promise.race([attack(run, { person, progress, wrongs }), abortOf(signal)]);
  clearInterval(timer);
  const isInterrupted = signal?.aborted ?? false;
  if (isInterrupted) person.leave();
  else wrongs.push(...(await wrongsAtTheEnd(host, person)));
  const figures = progress.look();
  return { ...figures, isInterrupted, wrongs: [...wrongs, ...wrongsOf(figures, host)] };
}

type Attack = { person: HonestPerson; progress: FuzzProgress; wrongs: string[] };

async function attack(run: FuzzRun, { person, progress, wrongs }: Attack): Promise<void> {
  const { host, forMs, pauseMs = 0, strangers, seed, signal } = run;
  const endsAt = performance.now() + forMs;
  const isOver = () =>
    performance.now() > endsAt ||
    wrongs.length > 0 ||
    signal?.aborted === true ||
    !person.isWorking;
  const stranger = async (number: number) => {
    const random = seeded(seed + number);
    while (!isOver()) {
      progress.visits += 1;
      if (pauseMs > 0) await wait(pauseMs * random());
      const status = await visit(host.url, random).catch(() => null);
      if (status === null) continue;
      progress.noteStatus(status);
      if (isFault(status)) wrongs.push(`An answer had the status ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: strangers }, (_, number) => stranger(number)));
}

async function abortOf(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => signal?.addEventListener("abort", resolve));
}

/** An interrupted run has none of these: a terminal interrupts the host and the person as well. */
async function wrongsAtTheEnd(host: KillableHost, person: HonestPerson): Promise<string[]> {
  const { wrong } = await person.stop();
  return [
    ...(wrong === null ? [] : [wrong]),
    ...(host.isRunning ? [] : [`The host has ended:\n${host.printed}`]),
  ];
}

function wrongsOf({ honest, memoryMb }: FuzzFigures, host: KillableHost): string[] {
  return [
    ...(honest.longestMs > patienceMs ? [`Somebody waited ${honest.longestMs} ms.`] : []),
    ...(memoryMb.now - memoryMb.before > mostGrownMb ? ["The host's memory has grown."] : []),
    ...host.printed
      .split("\n")
      .filter((line) => line.includes('"level":"error"'))
      .map((line) => `The host logged: ${line}`),
  ];
}

async function visit(url: string, random: Choices): Promise<number | null> {
  const kind = random();
  if (kind < 0.45) return await hostileRequest(url, random);
  if (kind < 0.85) await hostileSocket(url, random);
  else if (kind < 0.95) await hostileFrames(url, random);
  else await halfRequest(url, random);
  return null;
}

/** Faults that no stranger may cause. 503 says that there are too many of them, 560 that a function refused. */
function isFault(status: number): boolean {
  return status >= 500 && status !== 503 && status !== 560;
}
