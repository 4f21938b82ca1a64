import { join } from "node:path";
import { openDatabase, until, walkTable } from "convex-host/inside";
import { sessionHashesOf } from "../../convex/lib/signIn/sessionSecrets.ts";
import { TabClient } from "../bench/raw-client.ts";
import { fetchToken } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import type { PartResult } from "./parts.ts";

/** The number of sessions with an open page. */
const pages = 50;
const newest = 200;
/** The number of strangers of one address whom the host answers at once; removed sessions count as strangers. */
const askedAtOnce = 4;
const longestAnswerMs = 2_000;
const longestPageMs = 2_000;
const longestRowsMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Removes a person with very many sessions; from then on none of the sessions may be valid. */
export async function removeManySessions(count: number): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const { administrator, userId, secrets } = await fillSessions(host.dataDir, count);
    await host.start();
    const { url } = host;
    const open = secrets.slice(0, pages);
    const watching = await Promise.all(open.map((secret) => openPage(url, secret)));
    const startedAt = performance.now();
    const passedMs = () => Math.round(performance.now() - startedAt);
    const signedOut = Promise.all(watching.map(({ signedOut }) => signedOut));
    const response = await fetch(`${url}/api/users/${userId}`, {
      ...{ method: "DELETE", headers: cookie(administrator) },
    });
    const answerMs = passedMs();
    await signedOut;
    const pageMs = passedMs();
    // The newest sessions have the rows that are removed last.
    const aliveAtOnce = await aliveOf(url, secrets.slice(-newest));
    const rowsMs = await until(
      () => (rowsOf(host.dataDir, userId) === 0 ? passedMs() : null),
      (ms) => ms !== null,
      longestRowsMs,
    );
    const alive = aliveAtOnce + (await aliveOf(url, secrets));
    for (const { client } of watching) client.close();
    return {
      what: `a person with ${count} sessions is removed`,
      bounds: [
        { name: "status", is: response.status, exactly: 200 },
        { name: "answer after", is: answerMs, unit: "ms", below: longestAnswerMs },
        { name: `${pages} pages signed out after`, is: pageMs, unit: "ms", below: longestPageMs },
        { name: "sessions that somebody is still", is: alive, exactly: 0 },
        { name: "no rows after", is: rowsMs ?? Infinity, unit: "ms", below: longestRowsMs },
      ],
      figures: { count, answerMs, pageMs, rowsMs, alive },
    };
  } finally {
    await host.remove();
  }
}

type Filled = { administrator: string; userId: string; secrets: string[] };

async function fillSessions(dataDir: string, count: number): Promise<Filled> {
  const secrets = Array.from({ length: count }, (_, number) => `many-${number}`);
  const hashes = await Promise.all(secrets.map(sessionHashesOf));
  const administrator = "administrator";
  const own = await sessionHashesOf(administrator);
  const database = openDatabase({ path: join(dataDir, "turnboard.sqlite"), durable: false });
  const tx = database.begin({ nowMs: Date.now() });
  const now = Date.now();
  const insertUser = (name: string, role: string) =>
    tx.insert("users", {
      ...{ email: `${name}@homes.test`, firstName: name, lastName: "Person", role },
      ...{ createdAt: now, updatedAt: now },
    });
  const [administratorId, userId] = [
    insertUser("keeper", "account_administrator"),
    insertUser("leaver", "project_manager"),
  ];
  const session = { sess: {}, expire: now + dayMs };
  tx.insert("sessions", { ...own, ...session, userId: administratorId });
  for (const row of hashes) tx.insert("sessions", { ...row, ...session, userId });
  await database.commit(tx);
  database.close();
  return { administrator, userId, secrets };
}

const cookie = (secret: string) => ({ Cookie: `turnboard_session=${secret}` });

type Page = { client: TabClient; signedOut: Promise<void> };

async function openPage(url: string, secret: string): Promise<Page> {
  const client = await TabClient.open(url, await fetchToken(url, secret));
  await client.watch("users:viewer", {});
  return { client, signedOut: client.next((text) => text.includes('"value":null')) };
}

/** Returns the number of sessions that are valid at the HTTP door. */
async function aliveOf(url: string, secrets: readonly string[]): Promise<number> {
  const left = [...secrets];
  let alive = 0;
  const ask = async () => {
    for (let secret = left.pop(); secret !== undefined; secret = left.pop()) {
      const response = await fetch(`${url}/api/auth/user`, { headers: cookie(secret) });
      await response.arrayBuffer();
      if (response.status !== 401) alive += 1;
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, ask));
  return alive;
}

function rowsOf(dataDir: string, userId: string): number {
  const database = openDatabase({ path: join(dataDir, "turnboard.sqlite") });
  const snapshot = database.snapshot();
  const rows = [...walkTable(snapshot, "sessions")].filter((row) => row["userId"] === userId);
  snapshot.close();
  database.close();
  return rows.length;
}
