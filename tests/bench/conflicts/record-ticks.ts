import { makeProject } from "./make-project.ts";
import { type Person, RecordedWorkspace } from "./recorded-workspace.ts";
import type { Sets } from "./sets.ts";

/** The number of a project's units and of its ticks: half of the ticks start a task, half complete one. */
export type ProjectSize = { units: number; ticks: number };

export type Size = { projects: readonly ProjectSize[]; tasksPerUnit: number; people: number };

const msBetweenTicks = 20;

/**
 * Ticks tasks through the workspace's own function on the embedded host. Returns the read and write sets of the
 * transactions by project, in order. The ticks of a project are in random units. The same size gives the same sets.
 */
export async function recordTicks(size: Size): Promise<Sets[][]> {
  const workspace = await RecordedWorkspace.open();
  try {
    const { people, projects } = await makeWorkspace(workspace, size);
    const byProject: Sets[][] = [];
    for (const [at, { ticks }] of size.projects.entries()) {
      const own: Sets[] = [];
      const ticked = ticksOf(projects[at]!, ticks, workspace.random);
      for (const [number, { taskId, status }] of ticked) {
        workspace.now += msBetweenTicks;
        const person = people[(number * 7 + at) % people.length]!;
        const args = { taskId, status, key: `tick ${number} of ${at}` };
        const tick = () => workspace.call(person, { path: "tasks:update", args });
        own.push(await workspace.recording.record(tick));
      }
      byProject.push(own);
    }
    return byProject;
  } finally {
    await workspace.close();
  }
}

/** Returns `count` ticks in random order; each task is started before it is completed. */
function ticksOf(tasks: readonly string[], count: number, random: () => number) {
  const chosen = shuffled(tasks, random).slice(0, count / 2);
  const ticked = shuffled([...chosen, ...chosen], random);
  const started = new Set<string>();
  return ticked
    .map((taskId) => {
      const status = started.has(taskId) ? "completed" : "in_progress";
      started.add(taskId);
      return { taskId, status };
    })
    .entries();
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

type Workspace = {
  people: Person[];
  /** The task ids of each project, ordered so that the units take turns. */
  projects: string[][];
};

async function makeWorkspace(workspace: RecordedWorkspace, size: Size): Promise<Workspace> {
  const people = await workspace.insertPeople(size.people);
  const templateIds = await workspace.insertTemplates(size.tasksPerUnit);
  await workspace.call(null, { path: "jobs/today:advance", args: {} });
  const projects: string[][] = [];
  for (const [number, { units }] of size.projects.entries()) {
    const manager = people[number % people.length]!;
    const made = await makeProject(workspace, manager, { number, units, templateIds });
    const orders = Array.from({ length: size.tasksPerUnit }, (_, order) => order);
    projects.push(orders.flatMap((order) => made.units.map(({ taskIds }) => taskIds[order]!)));
  }
  return { people, projects };
}
