import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { KillableHost } from "../support/killable-host.ts";
import { until } from "convex-host/inside";

/**
 * Options of a host whose pages are measured: freed memory goes back to the system at once. Otherwise the memory of the
 * process says how much garbage the engine lets lie and the allocator keeps, which differs by version and does not grow
 * with pages.
 */
export const measured = {
  through: ["env", "MALLOC_MMAP_THRESHOLD_=32768", "MALLOC_TRIM_THRESHOLD_=65536"],
  flags: [
    ...["--expose-gc", "--max-semi-space-size=1"],
    ...["--import", join(import.meta.dirname, "collected.mjs")],
  ],
};

export type IdlePages = {
  host: KillableHost;
  token: string;
  count: number;
  query: { path: string; args: object };
};

/** The resident memory of a process, in kilobytes. */
export function residentKb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb);
}

/** Opens pages that show one list and do nothing; how many kilobytes of the host's memory each of them takes. */
export async function memoryOfIdlePages(pages: IdlePages): Promise<number> {
  const sockets: WebSocket[] = [];
  const open = async (count: number) => {
    while (sockets.length < count) {
      const part = Array.from({ length: Math.min(25, count - sockets.length) }, () =>
        openOne(pages),
      );
      sockets.push(...(await Promise.all(part)));
    }
  };
  try {
    // The first ones make the host load and compile what the others only use.
    const first = Math.ceil(pages.count / 3);
    await open(first);
    const beforeKb = await heldKb(pages.host);
    await open(first + pages.count);
    return ((await heldKb(pages.host)) - beforeKb) / pages.count;
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

/** The memory of the process after both threads have collected their garbage, the least of several readings. */
async function heldKb(host: KillableHost): Promise<number> {
  const readings: number[] = [];
  for (let times = 0; times < 3; times++) {
    const earlier = collections(host);
    process.kill(host.pid, "SIGUSR2");
    await until(
      () => collections(host),
      (count) => count > earlier,
    );
    readings.push(residentKb(host.pid));
  }
  return Math.min(...readings);
}

function collections({ printed }: KillableHost): number {
  return Number([...printed.matchAll(/^collected (\d+)\n/gm)].at(-1)?.[1] ?? 0);
}

async function openOne({ host: { url }, token, query }: IdlePages): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, {
    // As browsers do, which compress all they send.
    perMessageDeflate: { threshold: 0 },
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const answered = new Promise<void>((resolve, reject) => {
    socket.on("message", (data: Buffer) => {
      if (data.includes("QueryUpdated")) resolve();
      if (data.includes("Error") || data.includes("QueryFailed"))
        reject(new Error(data.toString()));
    });
  });
  const sessionId = randomUUID();
  const watched = { type: "Add", queryId: 0, udfPath: query.path, args: [query.args] };
  for (const message of [
    { type: "Connect", sessionId, connectionCount: 0, clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [watched] },
  ])
    socket.send(JSON.stringify(message), { compress: true });
  await answered;
  return socket;
}
