import { makeProject, type MadeProject } from "../conflicts/make-project.ts";
import { type Person, RecordedWorkspace } from "../conflicts/recorded-workspace.ts";
import { newLook, newNote, newPhoto, newTimeEntry, settling } from "./acts.ts";

export type BusyProject = MadeProject & { people: Person[] };

const unitsPerProject = 100;
const tasksPerUnit = 10;
const peoplePerProject = 10;
const openTasksPerPerson = 5;
const photosPerUnit = 3;
/** There are two entries a day. */
const entriesPerPerson = 10;
const dayMs = 24 * 60 * 60_000;

/** A workspace after one week of work in its first project, which has photos, notes and time entries. */
export class BusyWorkspace {
  readonly workspace: RecordedWorkspace;
  readonly projects: BusyProject[] = [];
  #templateIds: string[] = [];

  private constructor(workspace: RecordedWorkspace) {
    this.workspace = workspace;
  }

  static async open(): Promise<BusyWorkspace> {
    const busy = new BusyWorkspace(await RecordedWorkspace.open());
    busy.#templateIds = await busy.workspace.insertTemplates(tasksPerUnit);
    await busy.workspace.call(null, { path: "jobs/today:advance", args: {} });
    return busy;
  }

  /** Adds projects, each with its own people, until there are `count`. */
  async growTo(count: number, units = unitsPerProject): Promise<void> {
    while (this.projects.length < count) {
      const number = this.projects.length;
      const people = await this.workspace.insertPeople(peoplePerProject);
      const size = { number, units, templateIds: this.#templateIds };
      const made = await makeProject(this.workspace, people[0]!, size);
      const project = { ...made, people };
      this.projects.push(project);
      await this.#giveTasks(project);
      if (number === 0) await this.#workFor(project);
      await this.settle();
    }
  }

  /** Adds all waiting rows to the counts. One run of the job handles only some of them. */
  async settle(): Promise<void> {
    const { workspace } = this;
    workspace.now += 10_000;
    for (let isMore = true; isMore;) {
      const { writes } = await workspace.recording.record(() => workspace.call(null, settling));
      isMore = writes.length > 0;
    }
  }

  /** Gives each person open tasks in one unit, due on these days. */
  async #giveTasks({ people, units }: BusyProject): Promise<void> {
    for (const [at, person] of people.entries())
      for (const [day, taskId] of units[at % units.length]!.taskIds.entries()) {
        if (day >= openTasksPerPerson) break;
        const dueDate = new Date(this.workspace.now + day * dayMs).toISOString();
        const args = { taskId, dueDate, assignedToId: person.userId };
        await this.workspace.call(people[0]!, { path: "tasks:update", args });
      }
  }

  async #workFor({ id: projectId, people, units }: BusyProject): Promise<void> {
    const { workspace } = this;
    for (const [at, { id: unitId }] of units.entries()) {
      const person = people[at % people.length]!;
      for (let photo = 0; photo < photosPerUnit; photo++)
        await workspace.call(person, await newPhoto(workspace, unitId));
      await workspace.call(person, newNote(unitId));
    }
    for (const person of people) {
      for (let entry = 0; entry < entriesPerPerson; entry++)
        await workspace.call(person, newTimeEntry(projectId, workspace.now - entry * (dayMs / 2)));
      await workspace.call(person, newLook(`page of ${person.userId}`, { projectId }));
    }
  }
}
