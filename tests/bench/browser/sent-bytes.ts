import { ConvexClient } from "convex/browser";
import { WebSocket } from "ws";
import { api } from "../../../convex/_generated/api.js";
import { cpuMs } from "../measure.ts";
import type { Scene } from "./scene.ts";

/**
 * The cost of one tick of a task for a host with one open list: bytes on the wire, bytes after decompression, and
 * processor time.
 */
export type TickCost = { sentKb: number; unpackedKb: number; cpuMs: number };

/** Ticks a task of the project repeatedly while an official client shows its units, as one list or in pages. */
export async function measureTickCost(
  scene: Scene,
  { inPages, ticks }: { inPages: boolean; ticks: number },
): Promise<TickCost> {
  const { projectId } = scene;
  const sockets: CountingSocket[] = [];
  class Socket extends CountingSocket {
    constructor(address: string) {
      super(address);
      sockets.push(this);
    }
  }
  const token = await scene.token();
  const client = new ConvexClient(scene.host.url, {
    webSocketConstructor: Socket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.setAuth(() => Promise.resolve(token));
  const tasks = await client.query(api.tasks.list, { unitId: scene.unitIds[7]! });
  const ranges = inPages ? await client.query(api.board.pages, { projectId }) : [{}];
  await Promise.all(
    ranges.map(
      (range) =>
        new Promise<void>((resolve) =>
          client.onUpdate(api.units.list, { projectId, ...range }, () => resolve()),
        ),
    ),
  );
  const taskId = tasks[0]!.id;
  const tick = (at: number) =>
    client.mutation(api.tasks.update, {
      taskId,
      status: at % 2 === 0 ? "in_progress" : "not_started",
    });
  for (let at = 0; at < 10; at++) await tick(at);
  const before = { cpu: cpuMs(scene.host.pid), ...sumOf(sockets) };
  for (let at = 0; at < ticks; at++) await tick(at);
  const after = { cpu: cpuMs(scene.host.pid), ...sumOf(sockets) };
  await client.close();
  return {
    sentKb: (after.sent - before.sent) / 1024 / ticks,
    unpackedKb: (after.unpacked - before.unpacked) / 1024 / ticks,
    cpuMs: (after.cpu - before.cpu) / ticks,
  };
}

class CountingSocket extends WebSocket {
  unpacked = 0;

  constructor(address: string) {
    super(address);
    this.on("message", (data: Buffer) => {
      this.unpacked += data.length;
    });
  }

  get sent(): number {
    const { _socket } = this as unknown as { _socket?: { bytesRead: number } };
    return _socket?.bytesRead ?? 0;
  }
}

function sumOf(sockets: readonly CountingSocket[]) {
  const sum = (of: (socket: CountingSocket) => number) =>
    sockets.reduce((total, socket) => total + of(socket), 0);
  return { sent: sum(({ sent }) => sent), unpacked: sum(({ unpacked }) => unpacked) };
}
