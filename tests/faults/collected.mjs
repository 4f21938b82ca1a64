import { writeSync } from "node:fs";
import { BroadcastChannel, isMainThread } from "node:worker_threads";

// Both threads of a host under test import this module. On SIGUSR2 each collects its garbage. The process then prints
// the kilobytes in both heaps and in buffers outside them.

const channel = new BroadcastChannel("collected");
channel.unref();
let times = 0;

if (isMainThread) process.on("SIGUSR2", () => channel.postMessage("collect"));
channel.onmessage = ({ data }) => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  if (!isMainThread) channel.postMessage({ heapUsed, external });
  else {
    const kilobytes = (bytes) => Math.round(bytes / 1024);
    const [heapKb, buffersKb] = [heapUsed + data.heapUsed, external + data.external].map(kilobytes);
    writeSync(1, `collected ${++times} ${heapKb} ${buffersKb}\n`);
  }
};
