import { setFlagsFromString } from "node:v8";

/** The first Node whose compiler must be told. */
const firstNode = 24;
let isDone = false;

/**
 * Keeps every loop of a function open to being ended. When the compiler unrolls a loop within a loop (`new Array(1000).fill()`
 * is one), it leaves the check for an end out of both: such a thread can neither be ended nor hears that its memory is full.
 * Concerns what is compiled from now on, in all threads.
 */
export function keepLoopsEndable(): void {
  if (isDone) return;
  isDone = true;
  const [major] = process.versions.node.split(".");
  if (Number(major) >= firstNode) setFlagsFromString("--no-turboshaft-loop-unrolling");
}
