import { readFileSync, readdirSync } from "node:fs";

/** Samples of one quantity in milliseconds. */
export class Samples {
  readonly #values: number[];

  constructor(values: readonly number[] = []) {
    this.#values = [...values];
  }

  add(value: number): void {
    this.#values.push(value);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The value below which the given share (0 to 1) of the samples lies. */
  quantile(share: number): number {
    const sorted = [...this.#values].sort((a, b) => a - b);
    if (sorted.length === 0) throw new Error("No samples were taken.");
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  }

  get p50(): number {
    return this.quantile(0.5);
  }

  get p99(): number {
    return this.quantile(0.99);
  }
}

/** Runs the action and adds its duration in milliseconds. */
export async function timed(samples: Samples, action: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await action();
  samples.add(performance.now() - start);
}

/** CPU milliseconds (user and system) that a process has used so far, all threads together. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Resident memory in megabytes of a process and its children. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return own + childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean),
    )
    .map(Number);
}
