import type { KillableHost } from "../support/killable-host.ts";
import { HonestPerson } from "./honest-person.ts";
import { type Choices } from "./hostile-messages.ts";
import { halfRequest, hostileRequest } from "./hostile-requests.ts";
import { hostileFrames, hostileSocket } from "./hostile-sockets.ts";
import { residentKb } from "./idle-pages.ts";
import { seeded } from "convex-host/inside";

export type FuzzRun = {
  host: KillableHost;
  forMs: number;
  /** Ends the run earlier, when the strangers have come so often. */
  mostVisits?: number;
  strangers: number;
  seed: number;
};

export type FuzzResult = {
  visits: number;
  statuses: Record<number, number>;
  honest: { writes: number; longestMs: number };
  memoryMb: { before: number; after: number };
  /** Everything that must not be; empty when all is well. */
  wrongs: string[];
};

/** Anybody honest is served within this time, however many strangers there are. */
const patienceMs = 10_000;
/** Memory that the engine has taken and keeps for itself; what grows without an end passes it. */
const mostGrownMb = 250;

/** Lets strangers say anything at both doors, while somebody works. */
export async function fuzzDoors(run: FuzzRun): Promise<FuzzResult> {
  const { host, forMs, mostVisits = Infinity, strangers, seed } = run;
  const statuses: Record<number, number> = {};
  const wrongs: string[] = [];
  let visits = 0;
  const { pid } = host;
  const person = await HonestPerson.start(host.url);
  const before = residentKb(pid);
  const endsAt = performance.now() + forMs;
  const isOver = () =>
    performance.now() > endsAt || visits >= mostVisits || wrongs.length > 0 || !person.isWorking;
  const stranger = async (number: number) => {
    const random = seeded(seed + number);
    while (!isOver()) {
      visits += 1;
      const status = await visit(host.url, random).catch(() => null);
      if (status === null) continue;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (isFault(status)) wrongs.push(`An answer had the status ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: strangers }, (_, number) => stranger(number)));
  const { wrong, ...honest } = await person.stop();
  if (wrong !== null) wrongs.push(wrong);
  const after = host.isRunning ? residentKb(pid) : 0;
  if (!host.isRunning) wrongs.push(`The host has ended:\n${host.printed}`);
  if (honest.longestMs > patienceMs) wrongs.push(`Somebody waited ${honest.longestMs} ms.`);
  if (after - before > mostGrownMb * 1024) wrongs.push("The host's memory has grown.");
  for (const line of host.printed.split("\n"))
    if (/"level":"error"/.test(line)) wrongs.push(`The host logged: ${line}`);
  const memoryMb = { before: Math.round(before / 1024), after: Math.round(after / 1024) };
  return { visits, statuses, honest, memoryMb, wrongs };
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
