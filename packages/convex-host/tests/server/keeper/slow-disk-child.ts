import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DiskCall, putAroundDisk } from "../../../src/database/sqlite/driver.ts";
import "../../../src/functions/thread/main.ts";

// A function thread on a disk with faults. A file beside its bundle switches a fault on. Faults affect only commits of
// many documents, so the host's own work does not meet them. While `slow` exists, such commits wait; after `stuck`, the
// thread hangs in the next such commit once it is stored.

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
  // The host has put its own wrapper around the disk by now, so a wrapper that is added here runs outside of the host's
  // measurement.
  if (!isArmed) putAroundDisk(stuckAfterIt);
  isArmed = true;
  return slowDisk(sql, work);
});
