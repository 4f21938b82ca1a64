import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeTestFolder } from "../../scripts/test-folder.ts";

test("the folder of a killed run is removed by the next one, that of a run beside it stays", () => {
  const first = makeTestFolder();
  onTestFinished(first.remove);
  const parent = dirname(first.path);
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const [killed, foreign] = [`turnboard-tests-${ended}-x`, "turnboard-tests-notes"].map((name) =>
    join(parent, name),
  ) as [string, string];
  for (const folder of [killed, foreign]) mkdirSync(folder);
  onTestFinished(() => rmSync(foreign, { recursive: true }));

  const second = makeTestFolder();
  const there = [killed, first.path, foreign, second.path].map((path) => existsSync(path));
  second.remove();

  expect(there).toEqual([false, true, true, true]);
  expect(existsSync(second.path)).toBe(false);
});

test("a leftover that leads nowhere, or that another run removes just then, keeps no run from starting", () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  const first = makeTestFolder();
  const link = join(dirname(first.path), `turnboard-tests-${ended}-link`);
  symlinkSync(join(first.path, "removed"), link);
  onTestFinished(() => rmSync(link, { force: true }));
  onTestFinished(first.remove);

  makeTestFolder().remove();

  expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
});
