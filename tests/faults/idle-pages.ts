import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import { heldMemory, measured } from "./host-memory.ts";
import type { PartResult } from "./parts.ts";

export type IdlePages = {
  host: KillableHost;
  /** The tokens of the people who own the pages in turn. */
  tokens: readonly [string, ...string[]];
  count: number;
  query: { path: string; args: object };
};

/** Opens idle pages that show one list, and returns the kilobytes of host memory per page. */
export async function memoryOfIdlePages(pages: IdlePages): Promise<number> {
  const sockets: WebSocket[] = [];
  const open = async (count: number) => {
    while (sockets.length < count) {
      const opened = sockets.length;
      const part = Array.from({ length: Math.min(25, count - opened) }, (_, index) =>
        openOne(pages, opened + index),
      );
      sockets.push(...(await Promise.all(part)));
    }
  };
  try {
    // The first pages make the host load and compile code that later ones reuse.
    const first = Math.ceil(pages.count / 3);
    await open(first);
    const before = await heldMemory(pages.host);
    await open(first + pages.count);
    const after = await heldMemory(pages.host);
    return (after.residentKb - before.residentKb) / pages.count;
  } finally {
    for (const socket of sockets) socket.terminate();
  }
}

const pagesOfOne = 50;
const unitsOfList = 60;
const mostKb = 60;

/** Measures idle pages of people who watch the units of a project. */
export async function measureIdlePages(count: number): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const { secrets, projectId } = await fillWorkspace(host.dataDir, {
      ...{ people: Math.ceil(count / pagesOfOne), tasks: unitsOfList * tasksPerUnit },
    });
    await host.start(measured);
    const [first = "", ...others] = await Promise.all(
      secrets.map((secret) => fetchToken(host.url, secret)),
    );
    const kb = await memoryOfIdlePages({
      ...{ host, tokens: [first, ...others], count },
      query: { path: "units:list", args: { projectId } },
    });
    return {
      what: `${count} idle pages with a list of ${unitsOfList} units`,
      bounds: [{ name: "a page takes", is: Math.round(kb), unit: "kB", below: mostKb }],
      figures: { count, kb: Math.round(kb) },
    };
  } finally {
    await host.remove();
  }
}

async function openOne(
  { host: { url }, tokens, query }: IdlePages,
  index: number,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, {
    // Browsers compress all messages that they send.
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
  const value = tokens[index % tokens.length] ?? tokens[0];
  const watched = { type: "Add", queryId: 0, udfPath: query.path, args: [query.args] };
  for (const message of [
    { type: "Connect", sessionId, connectionCount: 0, clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [watched] },
  ])
    socket.send(JSON.stringify(message), { compress: true });
  await answered;
  return socket;
}
