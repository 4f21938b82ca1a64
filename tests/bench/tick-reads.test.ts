import { expect, onTestFinished, test } from "vitest";
import { makeProject } from "./conflicts/make-project.ts";
import { RecordedWorkspace } from "./conflicts/recorded-workspace.ts";

test("a tick reads each record once, and once more where it writes it", async () => {
  const workspace = await RecordedWorkspace.open();
  onTestFinished(() => workspace.close());
  const [person] = await workspace.insertPeople(1);
  const templateIds = await workspace.insertTemplates(3);
  const { units } = await makeProject(workspace, person!, { number: 1, units: 2, templateIds });
  const [first, second] = units[0]!.taskIds;
  const tick = (taskId: string, dueDate: string) =>
    workspace.recording.record(() =>
      workspace.call(person!, { path: "tasks:update", args: { taskId, dueDate } }),
    );
  // The first date in a unit begins its row of figures.
  await tick(first!, "2026-04-01");

  const { reads, used, writes } = await tick(second!, "2026-04-02");

  const changed = writes.filter(({ id }) => reads.documents.has(id));
  expect(changed.map(({ table }) => table)).toEqual(["tasks", "units", "unitFigures"]);
  expect(used.documentsRead).toBe(reads.documents.size + changed.length);
  for (const [name, ranges] of reads.ranges) expect([name, ranges.length]).toEqual([name, 1]);
});
