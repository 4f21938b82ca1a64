import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { closeLater } from "./live-host.ts";

export type ServerSays = { type: string; [field: string]: unknown };

/** A client of the sync protocol that follows no rules: it sends exactly the messages of the test. */
export type RawClient = {
  socket: WebSocket;
  send(message: unknown): void;
  /** The next message, or the next of a type. */
  next(type?: string): Promise<ServerSays>;
  /** All received messages that were not taken yet. */
  readonly waiting: readonly ServerSays[];
  /** Resolves when the host ended the connection. */
  closed: Promise<{ code: number; reason: string }>;
};

/** Opens a socket to the host without sending a message. */
export async function openSocket(
  url: string,
  path = "/api/1.48.0/sync",
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const socket = new WebSocket(url.replace(/^http/, "ws") + path, { headers });
  closeLater(() => Promise.resolve(socket.terminate()));
  const waiting: ServerSays[] = [];
  let wake: (() => void) | null = null;
  const wakeUp = () => {
    wake?.();
    wake = null;
  };
  socket.on("message", (data) => {
    waiting.push(JSON.parse((data as Buffer).toString()) as ServerSays);
    wakeUp();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("open", () => resolve());
    socket.on("error", reject);
  });
  return {
    socket,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    async next(type) {
      for (;;) {
        const index = waiting.findIndex((message) => type === undefined || message.type === type);
        if (index >= 0) return waiting.splice(index, 1)[0]!;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    waiting,
    closed,
  };
}

/** Opens a socket and introduces itself as a client does. */
export async function connectRaw(
  url: string,
  sessionId: string = randomUUID(),
): Promise<RawClient> {
  const client = await openSocket(url);
  client.send({
    type: "Connect",
    sessionId,
    connectionCount: 0,
    lastCloseReason: "InitialConnect",
    clientTs: Date.now(),
  });
  client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  await client.next("Transition");
  return client;
}

/** The message that adds one query. */
export function addQuery(version: number, query: { udfPath: string; args: object; id?: number }) {
  const { udfPath, args, id = version } = query;
  return {
    type: "ModifyQuerySet",
    baseVersion: version,
    newVersion: version + 1,
    modifications: [{ type: "Add", queryId: id, udfPath, args: [args] }],
  };
}

export function mutation(requestId: number, udfPath: string, args: object) {
  return { type: "Mutation", requestId, udfPath, args: [args] };
}
