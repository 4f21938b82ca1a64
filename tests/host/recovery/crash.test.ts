import { join } from "node:path";
import type { ConvexClient } from "convex/browser";
import type { FunctionReturnType } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openDatabase } from "../../../host/database/database.ts";
import { CookieClient } from "../../support/cookie-client.ts";
import { KillableHost } from "../../support/killable-host.ts";
import { connect } from "../../support/live-host.ts";
import { watch } from "../../support/watch.ts";

type Task = FunctionReturnType<typeof api.tasks.list>[number];

const rounds = 20;
const people = ["ana", "ben", "cleo", "dan"];
let host: KillableHost;

beforeAll(async () => {
  host = await KillableHost.build();
  await host.start();
}, 60_000);

afterAll(async () => {
  await host.remove();
});

test(
  "[O1] [DATA-48] killed 20 times during writes, the host has every acknowledged mutation exactly once and its clients go on by themselves",
  { timeout: 240_000 },
  async () => {
    const clients = await Promise.all(people.map(signIn));
    const tasks = await makeUnit(clients[0]!);
    const writers = clients.map(
      (client, index) => new Writer(client, people[index]!, tasks[index]!.id),
    );
    const random = seeded(20_261_121);

    for (const writer of writers) writer.start();
    for (let round = 0; round < rounds; round++) {
      const target = countAcknowledged(writers) + 1 + Math.floor(random() * 40);
      await Promise.race(
        writers.map((writer) => writer.until(() => countAcknowledged(writers) >= target)),
      );
      await host.kill();
      await host.start();
    }
    for (const writer of writers) await writer.finish();

    await expectSameForAll(clients, tasks[0]!.unitId, writers);
    await Promise.all(clients.map((client) => client.close()));
    await host.stop();
    expectExactlyOnce(writers);
  },
);

/** Someone who writes without pause: projects one after another, and between them the due date of one task. */
class Writer {
  readonly attempted: string[] = [];
  acknowledged = 0;
  lastDueDate = "";
  readonly taskId: string;
  readonly #client: ConvexClient;
  readonly #name: string;
  #done: Promise<void> | null = null;
  #isStopping = false;
  #waiting: { test: () => boolean; resolve: () => void }[] = [];

  constructor(client: ConvexClient, name: string, taskId: string) {
    this.#client = client;
    this.#name = name;
    this.taskId = taskId;
  }

  start(): void {
    this.#done = this.#write();
  }

  async finish(): Promise<void> {
    this.#isStopping = true;
    await this.#done;
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ test: condition, resolve }));
  }

  async #write(): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn++) {
      const name = `${this.#name} ${turn}`;
      const dueDate = new Date(Date.UTC(2030, 0, 1) + turn * 60_000).toISOString();
      this.attempted.push(name);
      await this.#client.mutation(api.projects.create, { name, units: ["1"] });
      await this.#client.mutation(api.tasks.update, { taskId: this.taskId, dueDate });
      this.lastDueDate = dueDate;
      this.acknowledged += 2;
      for (const { test: holds, resolve } of this.#waiting) if (holds()) resolve();
    }
  }
}

/** Every client has the same list, without having been told to reconnect, and it shows everybody's last write. */
async function expectSameForAll(clients: ConvexClient[], unitId: string, writers: Writer[]) {
  for (const client of clients) {
    const list = await watch<Task[]>(client, api.tasks.list, { unitId }).next();
    for (const { taskId, lastDueDate } of writers) {
      expect(list.find((task) => task.id === taskId)?.dueDate).toBe(lastDueDate);
    }
  }
}

/** Reads the file itself: one project with one unit for each name, and nothing else. */
function expectExactlyOnce(writers: Writer[]): void {
  const database = openDatabase({ path: join(host.dataDir, "turnboard.sqlite") });
  try {
    const attempted = writers.flatMap((writer) => writer.attempted).sort();
    expect(attempted.length).toBeGreaterThan(rounds);
    const stored = readTable<{ _id: string; name: string }>(database, "projects").filter(
      ({ name }) => name !== "Shared",
    );
    expect(stored.map(({ name }) => name).sort()).toEqual(attempted);
    const units = readTable<{ projectId: string }>(database, "units");
    const ids = new Set(stored.map(({ _id }) => _id));
    expect(units.filter(({ projectId }) => ids.has(projectId))).toHaveLength(attempted.length);
  } finally {
    database.close();
  }
}

function readTable<Row>(database: ReturnType<typeof openDatabase>, tableName: string): Row[] {
  const rows: Row[] = [];
  const snapshot = database.snapshot();
  // In pages, because one execution may read only so many documents.
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const page = JSON.parse(
      snapshot.begin({ nowMs: 0 }).queryPage({
        query: {
          source: { type: "FullTableScan", tableName, order: "asc" },
          operators: [],
        },
        cursor,
        pageSize: 1_000,
      }),
    ) as { page: Row[]; isDone: boolean; continueCursor: string };
    rows.push(...page.page);
    ({ isDone, continueCursor: cursor } = page);
  }
  snapshot.close();
  return rows;
}

async function signIn(name: string): Promise<ConvexClient> {
  const browser = new CookieClient();
  await browser.navigate(`${host.url}/api/login?login_hint=${name}@homes.test`);
  const response = await browser.request(`${host.url}/api/auth/token`);
  const { token } = (await response.json()) as { token: string };
  const client = connect(host.url);
  client.setAuth(() => Promise.resolve(token));
  return client;
}

async function makeUnit(client: ConvexClient): Promise<Task[]> {
  const project = await client.mutation(api.projects.create, { name: "Shared", units: ["101"] });
  const [unit] = await client.query(api.units.list, { projectId: project.id });
  const templates = await client.query(api.taskTemplates.list, {});
  return await client.mutation(api.tasks.assignToUnit, {
    unitId: unit!.id,
    templateIds: templates.slice(0, people.length).map(({ id }) => id),
  });
}

const countAcknowledged = (writers: Writer[]) =>
  writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
