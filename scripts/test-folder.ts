import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "turnboard-tests-";
/** The free memory that the files of a run may need, with room to spare. */
const neededBytes = 3 * 2 ** 30;

/** A folder for the temporary files of one run of the tests. */
export type TestFolder = { path: string; remove: () => void };

/**
 * Makes a folder for the temporary files of a run: in memory where there is enough, because tests commit thousands of
 * times and would wait for a disk each time. A run that was killed leaves its folder; the next run removes it.
 */
export function makeTestFolder(): TestFolder {
  const parent = hasRoomInMemory() ? memory : tmpdir();
  for (const name of readdirSync(parent).filter(isLeft))
    if (isOwn(join(parent, name))) remove(join(parent, name));
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // One test runs the host as another user.
  chmodSync(path, 0o755);
  return { path, remove: () => remove(path) };
}

function isLeft(name: string): boolean {
  const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length)) : NaN;
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    // A process of another account may not be asked, but it runs.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function isOwn(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/** Programs start from these files too, which some containers forbid in memory. */
function hasRoomInMemory(): boolean {
  if (process.platform !== "linux") return false;
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      // A later mount hides an earlier one of the same place.
      .findLast((line) => line.split(" ")[1] === memory);
    const options = mount?.split(" ")[3]?.split(",") ?? ["noexec"];
    return bavail * bsize >= neededBytes && !options.includes("noexec");
  } catch {
    return false;
  }
}
