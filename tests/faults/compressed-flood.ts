import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { constants, deflateRawSync } from "node:zlib";
import { TabClient } from "../bench/raw-client.ts";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import { collectable, heldMemory } from "./host-memory.ts";
import { megabytes, type PartResult } from "./parts.ts";

const floodMs = 20_000;
const everyMs = 50;
/** The size of each frame after decompression. */
const inflatedBytes = 1024 * 1024;
const longestWaitMs = 1_000;
const mostKeptMb = 60;

/** One connection sends compressed frames at a fixed rate, while another one waits for acknowledgements. */
export async function floodCompressed(kilobytesPerSecond: number): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const place = await fillWorkspace(host.dataDir, { people: 2, tasks: tasksPerUnit });
    await host.start(collectable);
    const [greedy = "", honest = ""] = await Promise.all(
      place.secrets.map((secret) => fetchToken(host.url, secret)),
    );
    const client = await TabClient.open(host.url, honest);
    const { unitId } = place;
    // The first mutations make the host load and compile code that later ones reuse.
    for (let count = 0; count < 50; count++)
      await client.mutate("unitNotes:create", { unitId, content: `warm ${count}` });
    const before = await heldMemory(host);
    const flood = await Flood.open(host.url, { token: greedy, unitId });
    const endsAt = performance.now() + floodMs;
    const ended = flood.send(kilobytesPerSecond, endsAt);
    let longestMs = 0;
    let acknowledged = 0;
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      await client.mutate("unitNotes:create", { unitId, content: `honest ${acknowledged}` });
      longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
      acknowledged += 1;
    }
    const frames = await ended;
    client.close();
    const after = await heldMemory(host);
    const keptKb = after.heapKb + after.buffersKb - before.heapKb - before.buffersKb;
    const seconds = floodMs / 1000;
    return {
      what: `${kilobytesPerSecond} kB/s of frames that inflate to 1 MB each from one connection`,
      bounds: [
        {
          ...{ name: "longest wait for an acknowledgement of another", unit: "ms" },
          ...{ is: longestMs, below: longestWaitMs },
        },
        { name: "memory after", is: megabytes(keptKb), unit: "MB more", below: mostKeptMb },
      ],
      figures: {
        ...{ acknowledged, longestMs, before, after },
        framesPerSecond: Math.round(frames / seconds),
        answeredPerSecond: Math.round(flood.answered / seconds),
      },
    };
  } finally {
    await host.remove();
  }
}

const upgrade =
  "GET /api/1.48.0/sync HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
  "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n";

/** One connection that sends prepared frames: compressing at this rate would take all of the sender's time. */
class Flood {
  readonly #socket: Socket;
  readonly #head: string;
  readonly #tail = piece(`${"a".repeat(inflatedBytes)}"}]}`);
  #requestId = 0;
  /** The number of answered mutations. */
  answered = 0;

  private constructor(socket: Socket, unitId: string) {
    this.#socket = socket;
    socket.on("data", (data: Buffer) => {
      this.answered += data.toString("latin1").split('"MutationResponse"').length - 1;
    });
    this.#head = `"udfPath":"unitNotes:create","args":[{"unitId":"${unitId}","content":"`;
  }

  static async open(
    url: string,
    { token, unitId }: { token: string; unitId: string },
  ): Promise<Flood> {
    const socket = connect(Number(new URL(url).port), "localhost");
    socket.on("error", () => undefined);
    socket.write(upgrade);
    await once(socket, "data");
    const sessionId = randomUUID();
    for (const message of [
      { type: "Connect", sessionId, connectionCount: 0, clientTs: Date.now() },
      { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
      { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] },
    ])
      socket.write(frame(Buffer.from(JSON.stringify(message)), { isCompressed: false }));
    await once(socket, "data");
    return new Flood(socket, unitId);
  }

  /** Resolves with the number of frames that were due, sent or not. */
  async send(kilobytesPerSecond: number, endsAt: number): Promise<number> {
    const startedAt = performance.now();
    let offered = 0;
    let isOpen = true;
    this.#socket.once("close", () => (isOpen = false));
    while (performance.now() < endsAt) {
      if (!isOpen) throw new Error("The connection was ended.");
      const due = ((performance.now() - startedAt) / 1000) * kilobytesPerSecond * 1024;
      for (; offered < due;) {
        const next = this.#next();
        offered += next.length;
        // The sender skips a frame while its socket's buffer is full, as for a host that does not read.
        if (!this.#socket.writableNeedDrain) this.#socket.write(next);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    this.#socket.destroy();
    return this.#requestId;
  }

  /** A mutation with a note that is much too long. */
  #next(): Buffer {
    const start = `{"type":"Mutation","requestId":${this.#requestId++},${this.#head}`;
    // Each compressed piece ends at a byte boundary, so their concatenation is one compressed text.
    const text = Buffer.concat([piece(start), this.#tail]);
    return frame(text.subarray(0, -4), { isCompressed: true });
  }
}

function piece(text: string): Buffer {
  return deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** Builds a text frame of less than 64 kB with a mask of zeros. */
function frame(payload: Buffer, { isCompressed }: { isCompressed: boolean }): Buffer {
  const head = Buffer.alloc(8);
  head[0] = isCompressed ? 0xc1 : 0x81;
  head[1] = 0x80 | 126;
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
