import { TabClient } from "../bench/raw-client.ts";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";

export type ManySockets = {
  url: string;
  /** The tokens of the people who own the sockets in turn. */
  tokens: readonly [string, ...string[]];
  count: number;
  query: { path: string; args: object };
  /** Changes the query's answer so that it contains the marker. */
  write: (marker: string) => Promise<void>;
};

/**
 * Opens many sockets that watch one query. Returns the times until a write reaches the last of them, for several
 * writes.
 */
export async function watchWithMany(run: ManySockets): Promise<{ lastMs: number[] }> {
  const clients: TabClient[] = [];
  try {
    // Sockets open in batches, because a machine's listen queue is bounded.
    while (clients.length < run.count) {
      const opened = clients.length;
      const part = Array.from({ length: Math.min(50, run.count - opened) }, (_, index) =>
        openOne(run, opened + index),
      );
      clients.push(...(await Promise.all(part)));
    }
    const lastMs: number[] = [];
    for (const marker of ["first", "second", "third"]) {
      const reached = clients.map((client) => client.next((text) => text.includes(marker)));
      const startedAt = performance.now();
      await Promise.all([run.write(marker), ...reached]);
      lastMs.push(Math.round(performance.now() - startedAt));
    }
    return { lastMs };
  } finally {
    for (const client of clients) client.close();
  }
}

async function openOne({ url, tokens, query }: ManySockets, index: number): Promise<TabClient> {
  const client = await TabClient.open(url, tokens[index % tokens.length] ?? tokens[0]);
  await client.watch(query.path, query.args);
  return client;
}

const windowsOfOne = 5;

/** The same with the real app: people who watch the notes of one unit in a few windows each. */
export async function watchAppWithMany(count: number): Promise<{ lastMs: number[] }> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const people = 1 + Math.ceil(count / windowsOfOne);
    const { secrets, unitId } = await fillWorkspace(host.dataDir, { people, tasks: tasksPerUnit });
    await host.start();
    const { url } = host;
    const [own = "", first = "", ...others] = await Promise.all(
      secrets.map((secret) => fetchToken(url, secret)),
    );
    const writer = await TabClient.open(url, own);
    const result = await watchWithMany({
      ...{ url, tokens: [first, ...others], count },
      query: { path: "unitNotes:list", args: { unitId } },
      write: (content) => writer.mutate("unitNotes:create", { unitId, content }),
    });
    writer.close();
    return result;
  } finally {
    await host.remove();
  }
}
