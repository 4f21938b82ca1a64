import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that run long but have little text. Without the times of an earlier run, vitest begins with the projects by
 * name and with the largest files. If these files began last, the other workers would be idle.
 */
const longest = [
  "tests/program/recovery/crash.long.test.ts",
  "tests/program/recovery/long-work.long.test.ts",
  "tests/scripts/pack-host.long.test.ts",
  "tests/program/doors.test.ts",
  "tests/differential/app.test.ts",
  "tests/program/recovery/import.long.test.ts",
  "tests/program/recovery/unread-exports.long.test.ts",
  "tests/program/recovery/disk.long.test.ts",
  "tests/program/moving.long.test.ts",
];

/** Projects whose files wait for processes come before projects with many short files. */
const projects = ["program-alone", "scripts", "program", "host-alone", "host-unit", "src"];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const project = ({ project: { name } }: TestSpecification) => placeIn(projects, name);
    const file = ({ moduleId }: TestSpecification) =>
      longest.findIndex((path) => moduleId.endsWith(`/${path}`)) + 1 || Infinity;
    // The files of a project stay together, because they share processes.
    return usual.toSorted((a, b) => project(a) - project(b) || order(file(a), file(b)));
  }
}

function placeIn(names: readonly string[], name: string): number {
  const place = names.indexOf(name);
  return place < 0 ? names.length : place;
}

function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
