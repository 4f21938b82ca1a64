import type { Socket } from "node:net";
import { api } from "../../convex/_generated/api.js";
import { Exports, fillWithRecords } from "../support/exports.ts";
import { KillableHost } from "../support/killable-host.ts";
import { collectable, type HeldMemory, heldMemory, residentKb } from "./host-memory.ts";
import { megabytes, type PartResult } from "./parts.ts";
import { pause, Person } from "./people.ts";

/** The memory of unread downloads: the records that they have read so far, and their socket buffers. */
const mostHeldMb = 36;
const mostKeptMb = 10;
/** The time after which an unread connection accepts no more bytes. */
const settledMs = 1_500;

/**
 * Leaves downloads of one snapshot unread, while other clients write and export. A whole export leaves some 100 MB of
 * garbage that the engine does not collect at once, so the memory is measured after a collection.
 */
export async function leaveExportsUnread(count: number): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    await fillWithRecords(host.dataDir);
    await host.start(collectable);
    const person = await Person.signIn("ann", host.url);
    const exports = await Exports.open(host);
    const add = (name: string) => person.mutation(api.projects.create, { name, units: ["1"] });
    // The first export makes the host load and start all code that exports need.
    await add("Before");
    await exports.readWhole();
    const before = await heldMemory(host);
    const path = await exports.ask();
    const unread: Socket[] = [];
    while (unread.length < count) unread.push(await exports.leaveUnread(path));
    await pause(settledMs);
    await add("Beside");
    await exports.readWhole();
    const uncollectedKb = residentKb(host.pid);
    const held = await heldMemory(host);
    for (const socket of unread) socket.destroy();
    await pause(settledMs);
    const after = await heldMemory(host);
    await person.close();
    return {
      what: `${count} unread exports of one moment`,
      bounds: [
        {
          ...{ name: "they hold", unit: "MB", below: mostHeldMb },
          is: megabytes(grownKb(before, held)),
        },
        {
          ...{ name: "after them", unit: "MB more", below: mostKeptMb },
          is: megabytes(grownKb(before, after)),
        },
      ],
      figures: {
        ...{ count, before, held, after },
        processMb: {
          before: megabytes(before.residentKb),
          beforeCollection: megabytes(uncollectedKb),
          held: megabytes(held.residentKb),
          after: megabytes(after.residentKb),
        },
      },
    };
  } finally {
    await host.remove();
  }
}

function grownKb(before: HeldMemory, now: HeldMemory): number {
  return now.heapKb + now.buffersKb - before.heapKb - before.buffersKb;
}
