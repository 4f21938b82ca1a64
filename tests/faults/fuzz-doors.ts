import { api } from "../../convex/_generated/api.js";
import type { KillableHost } from "../support/killable-host.ts";
import { type Choices } from "./hostile-messages.ts";
import { halfRequest, hostileRequest } from "./hostile-requests.ts";
import { hostileFrames, hostileSocket } from "./hostile-sockets.ts";
import { residentKb } from "./idle-pages.ts";
import { Person } from "./people.ts";
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
  const person = await Person.signIn("honest", host.url);
  const statuses: Record<number, number> = {};
  const wrongs: string[] = [];
  const honest = { writes: 0, longestMs: 0 };
  let visits = 0;
  const { pid } = host;
  await work(person);
  const before = residentKb(pid);
  const endsAt = performance.now() + forMs;
  const isOver = () => performance.now() > endsAt || visits >= mostVisits || wrongs.length > 0;
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
  const worker = async () => {
    while (!isOver()) {
      const startedAt = performance.now();
      await work(person);
      honest.writes += 1;
      honest.longestMs = Math.max(honest.longestMs, Math.round(performance.now() - startedAt));
    }
  };
  const all = [worker(), ...Array.from({ length: strangers }, (_, number) => stranger(number))];
  await Promise.all(all).catch((error: unknown) => wrongs.push(String(error)));
  await work(person).catch((error: unknown) => wrongs.push(`In the end: ${String(error)}`));
  await person.close();
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

/** Somebody honest, at both doors. */
async function work(person: Person): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Somebody honest got no answer.")), 3 * patienceMs);
  });
  const work = async () => {
    await person.mutation(api.projects.create, { name: "Honest", units: ["1"] });
    // A host closes lines that are idle for 5 s, and a request may be under way on one: browsers ask again as well.
    const ask = () => person.request("/api/projects");
    const answer = (await ask()) ?? (await ask());
    if (answer?.status !== 200) throw new Error(`Somebody honest got ${answer?.status}.`);
  };
  await Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
