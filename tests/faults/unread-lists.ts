import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { TabClient } from "../bench/raw-client.ts";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import { residentKb } from "./host-memory.ts";
import { type Bounded, megabytes } from "./parts.ts";

export type Unread = {
  /** The sockets of one person that do not read. */
  sockets: number;
  /** The number of times that each of them watches the list. */
  copies: number;
};

export type UnreadFigures = Unread & {
  listKb: number;
  memoryMb: { before: number; after: number };
  /** The longest time from a change to the page of a person who reads, in milliseconds. */
  longestMs: number;
};

const units = 1_000;
/** The number of changes to the list meanwhile. */
const changes = 60;
/** The limit covers the unread answers, and the memory for making and discarding them. */
const mostGrownMb = 1_500;
const longestWaitMs = 10_000;

/** The figures beside their bounds. */
export function boundsOfUnread({ memoryMb, longestMs }: UnreadFigures): Bounded[] {
  return [
    {
      ...{ name: "memory", unit: "MB more", below: mostGrownMb },
      is: memoryMb.after - memoryMb.before,
    },
    { name: "slowest change", is: longestMs, unit: "ms", below: longestWaitMs },
  ];
}

/** One person opens many lists and does not read their answers, while others change and read the list. */
export async function leaveListsUnread(unread: Unread): Promise<UnreadFigures> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const tasks = units * tasksPerUnit;
    const place = await fillWorkspace(host.dataDir, { people: 3, tasks });
    await host.start();
    return await measure(host, place, unread);
  } finally {
    await host.remove();
  }
}

async function measure(
  host: KillableHost,
  { secrets, projectId, unitId }: Awaited<ReturnType<typeof fillWorkspace>>,
  unread: Unread,
): Promise<UnreadFigures> {
  const [deaf, writing, reading] = await Promise.all(
    secrets.map((secret) => fetchToken(host.url, secret)),
  );
  const writer = await TabClient.open(host.url, writing!);
  const reader = await TabClient.open(host.url, reading!);
  let listKb = 0;
  reader.hear((text) => {
    listKb = Math.max(listKb, Math.round(text.length / 1024));
  });
  await reader.watch("units:list", { projectId });
  const before = residentKb(host.pid);
  const sockets: WebSocket[] = [];
  const between = Math.ceil(unread.sockets / changes);
  let longestMs = 0;
  let written = 0;
  try {
    for (let opened = 0; opened < unread.sockets; opened++) {
      sockets.push(await openDeaf(host.url, deaf!, { projectId, copies: unread.copies }));
      if (opened % between > 0) continue;
      const moveInDate = new Date(Date.UTC(2031, 0, ++written)).toISOString().slice(0, 10);
      const seen = reader.next((text) => text.includes(moveInDate));
      const startedAt = performance.now();
      await Promise.all([writer.mutate("units:update", { unitId, moveInDate }), seen]);
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
    return {
      ...{ ...unread, listKb, longestMs: Math.round(longestMs) },
      memoryMb: { before: megabytes(before), after: megabytes(residentKb(host.pid)) },
    };
  } finally {
    for (const socket of sockets) socket.terminate();
    for (const client of [writer, reader]) client.close();
  }
}

async function openDeaf(
  url: string,
  token: string,
  { projectId, copies }: { projectId: string; copies: number },
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`, {
    perMessageDeflate: false,
  });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.on("error", () => undefined);
  const modifications = Array.from({ length: copies }, (_, queryId) => ({
    ...{ type: "Add", queryId, udfPath: "units:list", args: [{ projectId }] },
  }));
  for (const message of [
    { type: "Connect", sessionId: randomUUID(), connectionCount: 0, clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications },
  ])
    socket.send(JSON.stringify(message));
  socket.pause();
  return socket;
}
