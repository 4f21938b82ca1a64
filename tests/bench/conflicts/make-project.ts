import type { Person, RecordedWorkspace } from "./recorded-workspace.ts";

export type MadeProject = { id: string; units: { id: string; taskIds: string[] }[] };

type Row = { id: string };

const dayMs = 24 * 60 * 60_000;
const roundMs = 60 * dayMs;

/** A unit of a row that is turned week after week: one in ten is late, one in three not vacant yet. */
function plannedUnit(now: number, unit: number) {
  const readyBy = now - 6 * dayMs + (((unit * 7 + 13) * dayMs) % roundMs);
  const on = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  return {
    name: `Unit ${unit}`,
    moveOutDate: on(readyBy - 35 * dayMs),
    readyByDate: on(readyBy),
    moveInDate: on(readyBy + 5 * dayMs),
    monthlyRent: 1400 + 10 * unit,
  };
}

/** Creates a project with planned units, and gives each unit a task of every template, all by the workspace's own functions. */
export async function makeProject(
  workspace: RecordedWorkspace,
  manager: Person,
  { number, units, templateIds }: { number: number; units: number; templateIds: string[] },
): Promise<MadeProject> {
  const planned = Array.from({ length: units }, (_, unit) => plannedUnit(workspace.now, unit));
  const created = { path: "projects:create", args: { name: `Project ${number}`, units: planned } };
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
