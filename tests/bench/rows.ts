import { cpuMs, residentMb, Samples, timed } from "./measure.ts";
import type { ServerProcess } from "./processes.ts";

/** A client that watches one list of 25 rows and may change it, on either server. */
export interface Watcher {
  subscribe(): Promise<unknown>;
  /** Changes one field of one row so that the marker appears in the list; resolves when acknowledged. */
  write(marker: string): Promise<void>;
  next(wanted: (text: string) => boolean): Promise<void>;
  close(): void;
}

/** A measured server, and a function that connects person number n. */
export type Subject = { server: ServerProcess; connect: (person: number) => Promise<Watcher> };

let counter = 0;
/** Markers are instants one millisecond apart, so that the workspace can store them as a due date. */
const nextMarker = () => new Date(Date.UTC(2031, 0, 1) + ++counter).toISOString();

/** Measures one writer without watchers: the time until the write is on disk and answered. */
export async function acknowledgement(subject: Subject, writes: number): Promise<Samples> {
  const writer = await subject.connect(0);
  const samples = new Samples();
  await repeat(writes, () => timed(samples, () => writer.write(nextMarker())));
  writer.close();
  return samples;
}

/**
 * Measures N watchers of a list that one of them changes: the time until the last one has the change, and the cost for
 * the server.
 */
export async function fanOut(
  subject: Subject,
  options: { watchers: number; distinct: boolean; writes: number },
): Promise<{ last: Samples; cpuPerWrite: number }> {
  const watchers = await connectAll(subject, options);
  const writer = watchers[0]!;
  const once = () => {
    const marker = nextMarker();
    const seen = watchers.map((watcher) => watcher.next((text) => isUpdate(text, marker)));
    void writer.write(marker);
    return Promise.all(seen);
  };
  await repeat(10, once);
  const last = new Samples();
  const cpuBefore = cpuMs(subject.server.pid);
  await repeat(options.writes, () => timed(last, once));
  const cpuPerWrite = (cpuMs(subject.server.pid) - cpuBefore) / options.writes;
  for (const watcher of watchers) watcher.close();
  return { last, cpuPerWrite };
}

/** Writers that each wait for their answer, while others watch: throughput, delivery, CPU and memory. */
export async function load(
  subject: Subject,
  options: { writers: number; watchers: number; milliseconds: number },
): Promise<{ writesPerSecond: number; delivery: Samples; cpuPerWrite: number; memoryMb: number }> {
  const watchers = await connectAll(subject, { watchers: options.watchers, distinct: true });
  const delivery = new Samples();
  const end = performance.now() + options.milliseconds;
  const cpuBefore = cpuMs(subject.server.pid);
  let writes = 0;
  // One writer measures the delivery of its own markers, in the order of sending.
  const write = async (watcher: Watcher, measures: boolean) => {
    while (performance.now() < end) {
      const marker = nextMarker();
      const delivered = measures ? watchers.at(-1)!.next((text) => isNewer(text, marker)) : null;
      const start = performance.now();
      await watcher.write(marker);
      writes++;
      if (delivered !== null) {
        await delivered;
        delivery.add(performance.now() - start);
      }
    }
  };
  await Promise.all(
    watchers.slice(0, options.writers).map((watcher, person) => write(watcher, person === 0)),
  );
  const cpuPerWrite = (cpuMs(subject.server.pid) - cpuBefore) / writes;
  const memoryMb = residentMb(subject.server.pid);
  for (const watcher of watchers) watcher.close();
  return {
    writesPerSecond: writes / (options.milliseconds / 1000),
    delivery,
    cpuPerWrite,
    memoryMb,
  };
}

/** Measures from the connection to the first 25 rows, one person after the other. */
export async function connectAndRead(subject: Subject, times: number): Promise<Samples> {
  const samples = new Samples();
  for (let person = 0; person < times; person++) {
    await timed(samples, async () => {
      const watcher = await subject.connect(person);
      await watcher.subscribe();
      watcher.close();
    });
  }
  return samples;
}

async function connectAll(
  subject: Subject,
  { watchers, distinct }: { watchers: number; distinct: boolean },
): Promise<Watcher[]> {
  const connected: Watcher[] = [];
  for (let person = 0; person < watchers; person++) {
    const watcher = await subject.connect(distinct ? person : 0);
    await watcher.subscribe();
    connected.push(watcher);
  }
  return connected;
}

async function repeat(times: number, action: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < times; turn++) await action();
}

const isUpdate = (text: string, marker: string) => text.includes(marker) && text.length > 2000;

/** True when the list shows this marker or a later one (a round may carry several writes at once). */
function isNewer(text: string, marker: string): boolean {
  if (text.length <= 2000) return false;
  const shown = /2031-01-01T[0-9:.]+Z/.exec(text)?.[0];
  return shown !== undefined && shown >= marker;
}
