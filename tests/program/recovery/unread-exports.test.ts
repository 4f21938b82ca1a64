import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeAdminKey } from "convex-host";
import { openDatabase, openSqlite } from "convex-host/inside";
import { until } from "convex-host/test-support";
import { api } from "../../../convex/_generated/api.js";
import { workspaceNames } from "../../../server/workspace-options.ts";
import { json, Person } from "../../faults/people.ts";
import { KillableHost } from "../../support/killable-host.ts";

const MiB = 1024 * 1024;
const downloads = 6;
/** Records that no zip makes smaller, and more of them than a line takes in that nobody reads. */
const recordMb = 24;
const recordsPerMb = 200;
const endOfZip = Buffer.from("PK\u0005\u0006");

let host: KillableHost;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
  await host.start();
  await host.stop();
  await fillWithRecords();
  const minutesModule = join(import.meta.dirname, "../fixtures/minutes.mjs");
  await host.start({ flags: ["--import", minutesModule] });
}, 60_000);
afterAll(() => host.remove());

test.skipIf(process.platform !== "linux")(
  "downloads of exports that nobody reads hold no thread, others go on beside them, and after a minute without a reader their moment is let go [C9]",
  { timeout: 120_000 },
  async () => {
    const ann = await Person.signIn("ann", host.url);
    await addProject(ann, "Before");
    const key = await makeAdminKey(host.dataDir, workspaceNames.instanceName);
    const headers = { Authorization: `Convex ${key}` };
    // Once to its end, so that the host has loaded and started all that an export needs.
    expect(await readWhole(headers)).toContain(endOfZip.toString("latin1"));
    await until(isMomentHeld, (isHeld) => !isHeld);
    const threadsBefore = threads();

    const unread: Socket[] = [];
    while (unread.length < downloads) unread.push(await leaveUnread(headers));
    await addProject(ann, "Beside");
    const over = json("POST", { name: "Beside over HTTP", units: ["1"] });
    expect((await ann.request("/api/projects", over))?.status).toBe(201);
    expect(await readWhole(headers)).toContain(endOfZip.toString("latin1"));

    expect(threads()).toBeLessThanOrEqual(threadsBefore);
    expect(isMomentHeld()).toBe(true);
    const isReleased = async () => {
      await passMinute();
      return !isMomentHeld();
    };
    await until(isReleased, (is) => is);
    for (const socket of unread) expect(await restOf(socket)).not.toContain(endOfZip);
    await ann.close();
  },
);

/** Records that only an export reads here. */
async function fillWithRecords(): Promise<void> {
  const database = openDatabase({ path: databasePath(), durable: false });
  const times = { createdAt: Date.now(), updatedAt: Date.now() };
  for (let number = 0; number < recordMb; number++) {
    const tx = database.begin({ nowMs: Date.now() });
    for (let part = 0; part < recordsPerMb; part++) {
      const description = randomBytes((0.75 * MiB) / recordsPerMb).toString("base64");
      const name = `Large ${number} ${part}`;
      tx.insert("projects", { name, status: "completed", unitCount: 0, description, ...times });
    }
    await database.commit(tx);
  }
  database.close();
}

function databasePath(): string {
  return join(host.dataDir, workspaceNames.databaseFile);
}

async function addProject(person: Person, name: string): Promise<void> {
  await person.mutation(api.projects.create, { name, units: ["1"] });
}

/** Asks for an export, and gives the address of its download. */
async function askForExport(headers: Record<string, string>): Promise<string> {
  const post = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  await fetch(`${host.url}/api/export/request/zip?includeStorage=true`, post);
  const question = { path: "_system/cli/exports:getLatest", args: {} };
  const body = JSON.stringify({ ...question, format: "convex_encoded_json" });
  const asked = await fetch(`${host.url}/api/query`, { ...post, body });
  const { value } = (await asked.json()) as { value: { start_ts: { $integer: string } } };
  const ts = Buffer.from(value.start_ts.$integer, "base64").readBigUInt64LE();
  return `/api/export/zip/${ts}`;
}

async function readWhole(headers: Record<string, string>): Promise<string> {
  const response = await fetch(host.url + (await askForExport(headers)), { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer()).toString("latin1");
}

/** Begins a download, and reads nothing of it. */
async function leaveUnread(headers: Record<string, string>): Promise<Socket> {
  const path = await askForExport(headers);
  const socket = connect(Number(new URL(host.url).port), "localhost");
  const lines = [
    `GET ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: ${headers["Authorization"]}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

/** What still comes, until the line is closed. */
async function restOf(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece));
  socket.on("error", () => undefined);
  if (!socket.closed) await once(socket, "close");
  return Buffer.concat(pieces);
}

function threads(): number {
  return readdirSync(`/proc/${host.pid}/task`).length;
}

/** True while a state older than the latest is in use: the log of the database cannot begin anew then. */
function isMomentHeld(): boolean {
  const sqlite = openSqlite(databasePath());
  try {
    return sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.[0] === 1;
  } finally {
    sqlite.close();
  }
}

async function passMinute(): Promise<void> {
  const passed = minutes();
  process.kill(host.pid, "SIGCONT");
  await until(minutes, (count) => count > passed);
}

function minutes(): number {
  return Number([...host.printed.matchAll(/^minute (\d+)\n/gm)].at(-1)?.[1] ?? 0);
}
