import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openSqlite } from "convex-host/inside";
import { until } from "convex-host/test-support";
import { api } from "../../../convex/_generated/api.js";
import { workspaceNames } from "../../../server/workspace-options.ts";
import { json, Person } from "../../faults/people.ts";
import { Exports, fillWithRecords } from "../../support/exports.ts";
import { KillableHost } from "../../support/killable-host.ts";

const downloads = 6;
const endOfZip = Buffer.from("PK\u0005\u0006");

let host: KillableHost;
beforeAll(async () => {
  host = await KillableHost.build({ bundles: inject("workspace") });
  await host.start();
  await host.stop();
  await fillWithRecords(host.dataDir);
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
    const exports = await Exports.open(host);
    // The first export makes the host load and start all code that exports need.
    expect(await exports.readWhole()).toContain(endOfZip.toString("latin1"));
    await until(isMomentHeld, (isHeld) => !isHeld);
    const threadsBefore = threads();

    const unread: Socket[] = [];
    while (unread.length < downloads) unread.push(await exports.leaveUnread(await exports.ask()));
    await addProject(ann, "Beside");
    const over = json("POST", { name: "Beside over HTTP", units: ["1"] });
    expect((await ann.request("/api/projects", over))?.status).toBe(201);
    expect(await exports.readWhole()).toContain(endOfZip.toString("latin1"));

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

function databasePath(): string {
  return join(host.dataDir, workspaceNames.databaseFile);
}

async function addProject(person: Person, name: string): Promise<void> {
  await person.mutation(api.projects.create, { name, units: ["1"] });
}

/** Returns the bytes that arrive until the connection is closed. */
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

/**
 * Returns true while a reader uses a snapshot older than the latest, so that the database's log cannot be truncated.
 */
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
