import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DiskCall, putAroundDisk } from "../../../host/storage/sqlite.ts";
import "../../../host/worker/main.ts";

// The function thread on a disk with faults. A file beside its bundle brings one on: `slow` holds for how many milliseconds
// a commit waits for the disk, `stuck` has the thread never come back from the next one, which is stored by then.

const markPath = (name: string) => join(import.meta.dirname, name);
const pause = new Int32Array(new SharedArrayBuffer(4));

const slowDisk: DiskCall = (sql, work) => {
  if (sql === "COMMIT" && existsSync(markPath("slow")))
    Atomics.wait(pause, 0, 0, Number(readFileSync(markPath("slow"), "utf8")));
  return work();
};

const stuckAfterIt: DiskCall = (sql, work) => {
  const result = work();
  if (sql !== "COMMIT" || !existsSync(markPath("stuck"))) return result;
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
