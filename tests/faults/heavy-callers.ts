import { join } from "node:path";
import { openDatabase, walkTable } from "convex-host/inside";
import { fetchToken, fillWorkspace, tasksPerUnit } from "../bench/workspace.ts";
import { KillableHost } from "../support/killable-host.ts";
import { type Calls, callAtOnce, mutationsOfOne } from "./calling-sockets.ts";
import { HonestPerson } from "./honest-person.ts";
import { collectable, heldMemory, watchPeak } from "./host-memory.ts";
import { megabytes, type PartResult } from "./parts.ts";

/** The number of sockets, and of the people who own them in turn; 0 people means strangers, who are refused. */
export type Callers = { sockets: number; people: number };

const units = 200;
/** The memory of waiting calls, and of garbage that the engine has not collected yet. */
const mostPeakMb = 800;
const mostKeptMb = 60;
const longestWaitMs = 3_000;

/** Many sockets send their mutations at once, while an honest person works. */
export async function callFromMany({ sockets, people }: Callers): Promise<PartResult> {
  const host = await KillableHost.build();
  try {
    await host.start();
    await host.stop();
    const place = await fillWorkspace(host.dataDir, {
      ...{ people: Math.max(1, people), tasks: units * tasksPerUnit },
    });
    await host.start(collectable);
    const secrets = place.secrets.slice(0, people);
    const tokens: string[] = [];
    // People sign in one after another: their connections stay open, and an address may have 1,000 including the
    // sockets.
    for (const secret of secrets) tokens.push(await fetchToken(host.url, secret));
    const unitIds = [place.unitId, ...place.otherUnitIds];
    const call = (name: string, count: number) =>
      callAtOnce({ url: host.url, tokens, unitIds, name, sockets: count });
    // The first mutations make the host load and compile code that later ones reuse.
    const first = await call("first", 100);
    const before = await heldMemory(host);
    const honest = await HonestPerson.start(host.url);
    const endPeak = watchPeak(host.pid);
    const crowd = await call("crowd", sockets);
    const peakKb = endPeak();
    const { wrong, ...waits } = await honest.stop();
    const after = await heldMemory(host);
    const errors = host.printed.split("\n").filter((line) => line.includes('"level":"error"'));
    await host.stop();
    const asked = sockets * mutationsOfOne;
    return {
      what: `${sockets} sockets of ${people === 0 ? "strangers" : `${people} people`} with ${mutationsOfOne} mutations each`,
      bounds: [
        { name: people === 0 ? "refused" : "answered", is: crowd.answered, exactly: asked },
        { name: "lost or doubled", is: wrongNotes(host.dataDir, [first, crowd]), exactly: 0 },
        { name: "somebody honest waited", is: waits.longestMs, unit: "ms", below: longestWaitMs },
        {
          ...{ name: "memory at most", unit: "MB more", below: mostPeakMb },
          is: megabytes(peakKb - before.residentKb),
        },
        {
          ...{ name: "after", unit: "MB more", below: mostKeptMb },
          is: megabytes(after.heapKb + after.buffersKb - before.heapKb - before.buffersKb),
        },
      ],
      wrongs: [...first.wrongs, ...crowd.wrongs, ...(wrong === null ? [] : [wrong]), ...errors],
      figures: { sockets, people, seconds: crowd.seconds, honest: waits, before, peakKb, after },
    };
  } finally {
    await host.remove();
  }
}

/** Returns the number of notes that are not stored exactly once, or were not acknowledged. */
function wrongNotes(dataDir: string, all: readonly Calls[]): number {
  const counts = new Map(all.flatMap(({ made }) => made).map((content) => [content, 0]));
  const database = openDatabase({ path: join(dataDir, "turnboard.sqlite") });
  const snapshot = database.snapshot();
  let unknown = 0;
  for (const { content } of walkTable(snapshot, "unitNotes")) {
    const count = counts.get(content as string);
    if (count === undefined) unknown += 1;
    else counts.set(content as string, count + 1);
  }
  snapshot.close();
  database.close();
  return unknown + [...counts.values()].filter((count) => count !== 1).length;
}
