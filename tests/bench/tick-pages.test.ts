import { statSync } from "node:fs";
import { openSqlite } from "convex-host/inside";
import { expect, onTestFinished, test } from "vitest";
import { makeProject } from "./conflicts/make-project.ts";
import { RecordedWorkspace } from "./conflicts/recorded-workspace.ts";

const frameBytes = 4096 + 24;
const ticks = 100;

test("a tick of a task writes at most eight pages, with what the tables take over later [D32]", async () => {
  const workspace = await RecordedWorkspace.open();
  onTestFinished(() => workspace.close());
  const people = await workspace.insertPeople(10);
  const templateIds = await workspace.insertTemplates(10);
  const { units } = await makeProject(workspace, people[0]!, { number: 1, units: 30, templateIds });
  const taskIds = units.flatMap((unit) => unit.taskIds);
  const sqlite = openSqlite(workspace.path);
  onTestFinished(() => sqlite.close());
  sqlite.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();

  for (let number = 0; number < ticks; number++) {
    const taskId = taskIds[(number * 37) % taskIds.length]!;
    const args = { taskId, status: "in_progress", key: `tick ${number}` };
    workspace.now += 20;
    await workspace.call(people[number % people.length]!, { path: "tasks:update", args });
  }
  const pages = statSync(`${workspace.path}-wal`).size / frameBytes;
  const events = sqlite.prepare("SELECT count(*) FROM documents WHERE json LIKE ?");

  // Most events are in the tables by now.
  expect(Number(events.get('%"kind":"task.updated"%')?.[0])).toBeGreaterThan(ticks / 3);
  expect(pages / ticks).toBeLessThanOrEqual(8);
});
