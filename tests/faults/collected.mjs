import { writeSync } from "node:fs";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

// Both threads of a host under test import this: on SIGUSR2 they collect their garbage, and the process says when that is done.

const channel = new BroadcastChannel("collected");
channel.unref();
let times = 0;

if (isMainThread) process.on("SIGUSR2", () => channel.postMessage("collect"));
channel.onmessage = () => {
  globalThis.gc();
  if (isMainThread) writeSync(1, `collected ${++times}\n`);
  else channel.postMessage("collected");
};
