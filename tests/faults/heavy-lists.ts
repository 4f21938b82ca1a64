import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";
import { TabClient } from "../bench/raw-client.ts";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import { HonestPerson } from "./honest-person.ts";
import { collectable, heldMemory, watchPeak } from "./host-memory.ts";
import { megabytes, type PartResult } from "./parts.ts";

/** The number of lists, the number of units in each, and true if their total exceeds the limit of one client. */
export type HeavyLists = { lists: number; units: number; isTooMuch: boolean };

/** The number of changes to all lists. */
const changes = 10;
const mostPeakMb = 1_000;
const mostKeptMb = 60;
const longestWaitMs = 3_000;
const refusal = "1013 TooManyConcurrentRequests: too much in one answer";

/** One client watches many long, different lists, while others change one of the units and an honest person works. */
export async function watchHeavyLists(heavy: HeavyLists): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const tasks = heavy.units * tasksPerUnit;
    const place = await fillWorkspace(host.dataDir, { people: 3, tasks });
    await host.start(collectable);
    const [greedy = "", writing = "", reading = ""] = await Promise.all(
      place.secrets.map((secret) => fetchToken(host.url, secret)),
    );
    const { projectId, unitId } = place;
    const writer = await TabClient.open(host.url, writing);
    const reader = await TabClient.open(host.url, reading);
    await reader.watch("units:get", { unitId });
    const before = await heldMemory(host);
    const honest = await HonestPerson.start(host.url);
    const endPeak = watchPeak(host.pid);
    const client = await HeavyClient.open(host.url, greedy);
    const fate = await client.watch(projectId, heavy.lists);
    const newsMs = await changeAndSee({ writer, reader, unitId });
    const peakKb = endPeak();
    const { wrong, ...waits } = await honest.stop();
    client.close();
    for (const other of [writer, reader]) other.close();
    const after = await heldMemory(host);
    const keptKb = after.heapKb + after.buffersKb - before.heapKb - before.buffersKb;
    const expected = heavy.isTooMuch ? refusal : "shown";
    return {
      what: `one client with ${heavy.lists} lists of ${heavy.units} units (${fate})`,
      bounds: [
        { name: "somebody honest waited", is: waits.longestMs, unit: "ms", below: longestWaitMs },
        { name: "news for another after", is: newsMs, unit: "ms", below: longestWaitMs },
        {
          ...{ name: "memory at most", unit: "MB more", below: mostPeakMb },
          is: megabytes(peakKb - before.residentKb),
        },
        { name: "after", is: megabytes(keptKb), unit: "MB more", below: mostKeptMb },
      ],
      wrongs: [
        ...(wrong === null ? [] : [wrong]),
        ...(fate === expected ? [] : [`Heavy lists were ${fate}, and not ${expected}.`]),
      ],
      figures: {
        ...{ ...heavy, fate, newsMs, honest: waits, before, peakKb, after },
        receivedMb: megabytes(client.bytes / 1024),
      },
    };
  } finally {
    await host.remove();
  }
}

type Change = { writer: TabClient; reader: TabClient; unitId: string };

/** Changes a unit that is in all lists. Returns the longest time until a person who watches only that unit sees it. */
async function changeAndSee({ writer, reader, unitId }: Change): Promise<number> {
  let longestMs = 0;
  for (let change = 1; change <= changes; change++) {
    const moveInDate = new Date(Date.UTC(2031, 0, change)).toISOString().slice(0, 10);
    const seen = reader.next((text) => text.includes(moveInDate));
    const startedAt = performance.now();
    await Promise.all([writer.mutate("units:update", { unitId, moveInDate }), seen]);
    longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
  }
  return longestMs;
}

/** A client that reads all it is sent. */
class HeavyClient {
  readonly #socket: WebSocket;
  bytes = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data: Buffer) => (this.bytes += data.length));
  }

  static async open(url: string, token: string): Promise<HeavyClient> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/1.48.0/sync`);
    await once(socket, "open");
    const client = new HeavyClient(socket);
    client.#say({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
    client.#say({ type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 });
    return client;
  }

  /** Watches lists that begin at different units. Resolves when all have results, or with the text of a refusal. */
  async watch(projectId: string, lists: number): Promise<string> {
    const modifications = Array.from({ length: lists }, (_, queryId) => ({
      ...{
        type: "Add",
        queryId,
        udfPath: "units:list",
        args: [{ projectId, after: queryId / 1e6 }],
      },
    }));
    const fate = new Promise<string>((resolve) => {
      this.#socket.on("message", (data: Buffer) => {
        if (data.includes('"QueryFailed"')) resolve("failed");
        else if (data.includes(`"queryId":${lists - 1},"type":"QueryUpdated"`)) resolve("shown");
      });
      this.#socket.once("close", (code, reason: Buffer) => resolve(`${code} ${reason.toString()}`));
    });
    this.#say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
    return await fate;
  }

  close(): void {
    this.#socket.terminate();
  }

  #say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }
}
