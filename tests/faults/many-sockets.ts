import { api } from "../../convex/_generated/api.js";
import { TabClient } from "../bench/raw-client.ts";
import { KillableHost } from "../support/killable-host.ts";
import { Person } from "./people.ts";

export type ManySockets = {
  url: string;
  token: string;
  count: number;
  query: { path: string; args: object };
  /** Changes the query's answer so that it contains the marker. */
  write: (marker: string) => Promise<void>;
};

/** Opens many sockets that watch one query; how long one write takes to reach the last of them, several times. */
export async function watchWithMany(run: ManySockets): Promise<{ lastMs: number[] }> {
  const clients: TabClient[] = [];
  try {
    // In parts, as people arrive; the listen queue of a machine is bounded.
    while (clients.length < run.count) {
      const part = Math.min(50, run.count - clients.length);
      clients.push(...(await Promise.all(Array.from({ length: part }, () => openOne(run)))));
    }
    const lastMs: number[] = [];
    for (const marker of ["first", "second", "third"]) {
      const reached = clients.map((client) => client.next((text) => text.includes(marker)));
      const startedAt = performance.now();
      await run.write(marker);
      await Promise.all(reached);
      lastMs.push(Math.round(performance.now() - startedAt));
    }
    return { lastMs };
  } finally {
    for (const client of clients) client.close();
  }
}

async function openOne({ url, token, query }: ManySockets): Promise<TabClient> {
  const client = await TabClient.open(url, token);
  await client.watch(query.path, query.args);
  return client;
}

/** The same with the real app: many windows that watch the notes of one unit. */
export async function watchAppWithMany(count: number): Promise<{ lastMs: number[] }> {
  const host = await KillableHost.build();
  try {
    await host.start();
    const person = await Person.signIn("writer", host.url);
    const { client } = person;
    const { id: projectId } = await client.mutation(api.projects.create, {
      ...{ name: "Watched", units: ["1"] },
    });
    const [unit] = await client.query(api.units.list, { projectId });
    const unitId = unit!.id;
    const result = await watchWithMany({
      ...{ url: host.url, token: await person.token(), count },
      query: { path: "unitNotes:list", args: { unitId } },
      write: async (content) => {
        await client.mutation(api.unitNotes.create, { unitId, content });
      },
    });
    await person.close();
    return result;
  } finally {
    await host.remove();
  }
}
