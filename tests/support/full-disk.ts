import { onTestFinished, test } from "vitest";

const changing = /^\s*(INSERT|UPDATE|DELETE|REPLACE|COMMIT)/i;

/** A test in which the disk takes no more changes once `fill` is called. Only the host has a disk. */
export function testWithFullDisk(name: string, body: (fill: () => void) => Promise<void>): void {
  if (process.env["TEST_ENGINE"] === "convex-test") return;
  test(name, async () => {
    const { putAroundDisk, StorageError } = await import("convex-host/inside");
    let isFull = false;
    onTestFinished(() => void (isFull = false));
    putAroundDisk((sql, work) => {
      if (isFull && changing.test(sql))
        throw new StorageError("database or disk is full", "SQLITE_FULL");
      return work();
    });
    await body(() => (isFull = true));
  });
}
