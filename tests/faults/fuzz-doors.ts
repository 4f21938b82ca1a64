import { setTimeout as wait } from "node:timers/promises";
import type { KillableHost } from "../support/killable-host.ts";
import { type FuzzFigures, FuzzProgress, lineOf } from "./fuzz-progress.ts";
import { HonestPerson } from "./honest-person.ts";
import { type Choices } from "./hostile-messages.ts";
import { halfRequest, hostileRequest } from "./hostile-requests.ts";
import { hostileFrames, hostileSocket } from "./hostile-sockets.ts";
import { seeded } from "convex-host/seeded";

export type FuzzRun = {
  host: KillableHost;
  forMs: number;
  /** The maximum pause of a stranger between two visits, in milliseconds. */
  pauseMs?: number;
  /** The pause of the honest person after each piece of work, in milliseconds. */
  restMs?: number;
  /** Stops the run at once; requests that this interrupts are no fault. */
  signal?: AbortSignal;
  /** Takes the figures so far, each minute. */
  tell?: (line: string) => void;
  strangers: number;
  seed: number;
};

export type FuzzResult = FuzzFigures & {
  isInterrupted: boolean;
  /** The faults of the run; empty if there are none. */
  wrongs: string[];
};

/** The time within which the honest person is served, for any number of strangers. */
const patienceMs = 10_000;
/** The growth of memory that the engine may keep; unbounded growth exceeds it. */
const mostGrownMb = 250;
const minuteMs = 60_000;

/** Lets strangers send random data to both doors, HTTP and WebSocket, while an honest person works. */
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

/** An interrupted run is not checked: a terminal interrupts the host and the person as well. */
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

/**
 * Returns true for statuses that a stranger must not cause. 503 means too many strangers, 560 that a function refused.
 */
function isFault(status: number): boolean {
  return status >= 500 && status !== 503 && status !== 560;
}
