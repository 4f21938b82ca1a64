import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DiskCall, putAroundDisk } from "../../../src/database/sqlite/driver.ts";
import "../../../src/functions/thread/main.ts";

// The function thread on a disk with faults. A file beside its bundle brings one on, for commits of many documents: the
// host's own work does not meet it. While `slow` is there they wait for the disk; after `stuck` the thread never comes back
// from the next one, which is stored by then.

const markPath = (name: string) => join(import.meta.dirname, name);
const pause = new Int32Array(new SharedArrayBuffer(4));
const manyDocuments = 2_000;
let documents = 0;

const isMarked = (name: string) => documents >= manyDocuments && existsSync(markPath(name));

const slowDisk: DiskCall = (sql, work) => {
  if (sql.startsWith("INSERT INTO documents")) documents += 1;
  while (sql === "COMMIT" && isMarked("slow")) Atomics.wait(pause, 0, 0, 10);
  return work();
};

const stuckAfterIt: DiskCall = (sql, work) => {
  const result = work();
  if (sql !== "COMMIT") return result;
  const isStuck = isMarked("stuck");
  documents = 0;
  if (!isStuck) return result;
  rmSync(markPath("stuck"));
  for (;;);
};

let isArmed = false;
putAroundDisk((sql, work) => {
  // Only now has the host put its own around: what comes around that is not the disk's any more.
  if (!isArmed) putAroundDisk(stuckAfterIt);
  isArmed = true;
  return slowDisk(sql, work);
});
