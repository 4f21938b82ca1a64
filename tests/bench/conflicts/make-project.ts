import type { Person, RecordedWorkspace } from "./recorded-workspace.ts";

export type MadeProject = { id: string; units: { id: string; taskIds: string[] }[] };

type Row = { id: string };

/** Creates a project with units, and gives each unit a task of every template, all by the workspace's own functions. */
export async function makeProject(
  workspace: RecordedWorkspace,
  manager: Person,
  { number, units, templateIds }: { number: number; units: number; templateIds: string[] },
): Promise<MadeProject> {
  const names = Array.from({ length: units }, (_, unit) => `Unit ${unit}`);
  const created = { path: "projects:create", args: { name: `Project ${number}`, units: names } };
  const { id: projectId } = (await workspace.call(manager, created)) as Row;
  const list = { path: "units:list", args: { projectId } };
  const made: MadeProject["units"] = [];
  for (const { id } of (await workspace.ask(manager, list)) as Row[]) {
    const assigned = { path: "tasks:assignToUnit", args: { unitId: id, templateIds } };
    const tasks = (await workspace.call(manager, assigned)) as Row[];
    made.push({ id, taskIds: tasks.map((task) => task.id) });
  }
  return { id: projectId, units: made };
}
