import { isDeepStrictEqual } from "node:util";
import { TabClient } from "../bench/raw-client.ts";
import { type BenchWorkspace, fetchToken, fillWorkspace } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import type { Bounded } from "./parts.ts";

export type Crowded = { writers: number; watchers: number; seconds: number };

export type CrowdedFigures = Crowded & {
  writes: number;
  /** The longest time between two updates of a watcher during the writes, in milliseconds. */
  longestWaitMs: number;
  /** The numbers of updates of the worst and the best served watcher. */
  fewestUpdates: number;
  mostUpdates: number;
  slowestAcknowledgementMs: number;
  /** The number of people whose list differs from the others' after the last write. */
  differing: number;
};

/** The figures beside their bounds. */
export function boundsOfCrowd({ longestWaitMs, differing }: CrowdedFigures): Bounded[] {
  return [
    { name: "longest time without news", is: longestWaitMs, unit: "ms", below: longestWait },
    { name: "people who ended with another list", is: differing, exactly: 0 },
  ];
}

const longestWait = 1_000;

type Window = { updates: number; longestMs: number; lastAtMs: number; last: string };

/** Lets many people watch one list with their own identities, while others change it continuously. */
export async function crowdOneList(crowd: Crowded): Promise<CrowdedFigures> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const people = crowd.writers + crowd.watchers;
    const place = await fillWorkspace(host.dataDir, { people, tasks: 2_000 });
    await host.start();
    return await measure(host.url, place, crowd);
  } finally {
    await host.remove();
  }
}

async function measure(
  url: string,
  { secrets, unitId, taskId }: BenchWorkspace,
  crowd: Crowded,
): Promise<CrowdedFigures> {
  const clients: TabClient[] = [];
  const join = async (person: number) => {
    const client = await TabClient.open(url, await fetchToken(url, secrets[person]!));
    clients.push(client);
    await client.watch("tasks:list", { unitId });
    return client;
  };
  try {
    const watching: { client: TabClient; window: Window }[] = [];
    for (let person = 0; person < crowd.watchers; person++)
      watching.push({ client: await join(person), window: emptyWindow() });
    const writers: TabClient[] = [];
    for (let person = 0; person < crowd.writers; person++)
      writers.push(await join(crowd.watchers + person));
    for (const { client, window } of watching)
      client.hear((text) => {
        if (isUpdate(text)) note(window, text);
      });
    const endsAt = performance.now() + crowd.seconds * 1000;
    for (const { window } of watching) window.lastAtMs = performance.now();
    let writes = 0;
    let slowest = 0;
    await Promise.all(
      writers.map(async (writer) => {
        while (performance.now() < endsAt) {
          const startedAt = performance.now();
          await writer.mutate("tasks:update", { taskId, dueDate: nextDate() });
          slowest = Math.max(slowest, performance.now() - startedAt);
          writes += 1;
        }
      }),
    );
    for (const { window } of watching) note(window, window.last);
    const waits = watching.map(({ window }) => window.longestMs);
    const counts = watching.map(({ window }) => window.updates - 1);
    const marker = nextDate();
    const settled = watching.map(({ client }) => client.next((text) => text.includes(marker)));
    const last = writers[0]!.mutate("tasks:update", { taskId, dueDate: marker });
    await Promise.all([last, ...settled]);
    const [first] = watching;
    return {
      ...crowd,
      writes,
      longestWaitMs: Math.round(Math.max(...waits)),
      fewestUpdates: Math.min(...counts),
      mostUpdates: Math.max(...counts),
      slowestAcknowledgementMs: Math.round(slowest),
      differing: watching.filter(
        ({ window }) => !isDeepStrictEqual(valueOf(window), valueOf(first!.window)),
      ).length,
    };
  } finally {
    for (const client of clients) client.close();
  }
}

function emptyWindow(): Window {
  return { updates: 0, longestMs: 0, lastAtMs: 0, last: "" };
}

function note(window: Window, text: string): void {
  const now = performance.now();
  window.longestMs = Math.max(window.longestMs, now - window.lastAtMs);
  window.lastAtMs = now;
  window.updates += 1;
  window.last = text;
}

const isUpdate = (text: string) => text.includes('"QueryUpdated"');

function valueOf({ last }: Window): unknown {
  const { modifications } = JSON.parse(last) as { modifications: { value: unknown }[] };
  return modifications.map(({ value }) => value);
}

let counter = 0;
/** Returns times one millisecond apart, which the list shows as a due date. */
const nextDate = () => new Date(Date.UTC(2031, 0, 1) + ++counter).toISOString();
