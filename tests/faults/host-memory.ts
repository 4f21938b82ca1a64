import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "convex-host/inside";
import type { KillableHost } from "../support/killable-host.ts";

/** The flags of a host that collects its garbage on request. */
const collecting = ["--expose-gc", "--import", join(import.meta.dirname, "collected.mjs")];

/** The options of a host for `heldMemory`. */
export const collectable = { flags: collecting };

/**
 * The same options, but freed memory goes back to the system at once. Otherwise the resident memory includes
 * uncollected garbage and the allocator's reserve, which differ by version and do not grow with pages.
 */
export const measured = {
  through: ["env", "MALLOC_MMAP_THRESHOLD_=32768", "MALLOC_TRIM_THRESHOLD_=65536"],
  flags: [...collecting, "--max-semi-space-size=1"],
};

const lookEveryMs = 50;

/** The resident memory of a process, in kilobytes. */
export function residentKb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb);
}

/** Memory in kilobytes: the resident memory of the process, and the heaps and external buffers of both threads. */
export type HeldMemory = { residentKb: number; heapKb: number; buffersKb: number };

/** The memory of a host after both threads have collected their garbage, the least of several readings. */
export async function heldMemory(host: KillableHost): Promise<HeldMemory> {
  const readings: HeldMemory[] = [];
  for (let times = 0; times < 3; times++) {
    const earlier = lastCollection(host)?.number ?? 0;
    process.kill(host.pid, "SIGUSR2");
    const collection = await until(
      () => lastCollection(host),
      (last) => last !== null && last.number > earlier,
    );
    readings.push({ residentKb: residentKb(host.pid), ...collection!.held });
  }
  const least = (name: keyof HeldMemory) => Math.min(...readings.map((reading) => reading[name]));
  return {
    residentKb: least("residentKb"),
    heapKb: least("heapKb"),
    buffersKb: least("buffersKb"),
  };
}

type Collection = { number: number; held: Omit<HeldMemory, "residentKb"> };

function lastCollection({ printed }: KillableHost): Collection | null {
  const last = [...printed.matchAll(/^collected (\d+) (\d+) (\d+)\n/gm)].at(-1);
  if (last === undefined) return null;
  const [number = 0, heapKb = 0, buffersKb = 0] = last.slice(1).map(Number);
  return { number, held: { heapKb, buffersKb } };
}

/** Samples the memory of a process until the returned function is called, which returns the maximum in kilobytes. */
export function watchPeak(pid: number): () => number {
  let mostKb = residentKb(pid);
  const look = () => (mostKb = Math.max(mostKb, residentKb(pid)));
  const timer = setInterval(look, lookEveryMs);
  return () => {
    clearInterval(timer);
    return look();
  };
}
