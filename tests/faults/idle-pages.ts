import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";

export type IdlePages = {
  url: string;
  pid: number;
  token: string;
  count: number;
  query: { path: string; args: object };
};

/** What a process has in memory, in kilobytes. */
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
    const beforeKb = await settledKb(pages.pid);
    await open(first + pages.count);
    return ((await settledKb(pages.pid)) - beforeKb) / pages.count;
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

/** Garbage is not taken away at once: the least of some readings. */
async function settledKb(pid: number): Promise<number> {
  const readings: number[] = [];
  for (let times = 0; times < 5; times++) {
    await wait(200);
    readings.push(residentKb(pid));
  }
  return Math.min(...readings);
}

async function openOne({ url, token, query }: IdlePages): Promise<WebSocket> {
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
