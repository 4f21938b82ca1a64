import { beatMs } from "../../../convex/rules/presence.ts";
import type { Called, Person } from "../conflicts/recorded-workspace.ts";
import type { Recorded } from "../conflicts/recording-database.ts";
import { conflictsBetween } from "../conflicts/sets.ts";
import { newLook, newNote, newPhoto, newTick, newTimeEntry, settling } from "./acts.ts";
import type { BusyProject, BusyWorkspace } from "./busy-workspace.ts";
import { type Cost, sum, times } from "./cost.ts";
import { type Kind, kinds } from "./day.ts";
import { frame, type Place, type Question, type Screen, screens } from "./screens.ts";

/**
 * The author of a write relative to the viewer: the same person, a colleague at the same project, or somebody at
 * another project.
 */
export const relations = ["own", "colleague", "elsewhere"] as const;

export type Relation = (typeof relations)[number];

/** The subject of a screen's queries: no particular project, the shown project, or another project. */
export type Scope = "all" | "shown" | "other";

export type Group = {
  path: string;
  scope: Scope;
  /** The cost of running each of its queries once. */
  visit: Cost;
  /** The average cost of the runs after one write; a missing entry means none. */
  again: Map<`${Kind} ${Relation}`, Cost>;
};

export type Costs = {
  projects: number;
  screens: Map<string, Group[]>;
  writes: Map<Kind, Cost>;
};

type Run = Recorded & { cost: Cost };

type Asked = { question: Question; run: Run; isLive: boolean };

/** Measures the screens of one person and the writes of a day, and finds the queries that each write runs again. */
export async function recordCosts(busy: BusyWorkspace, turn: number): Promise<Costs> {
  const recorder = new Recorder(busy, turn);
  const place = await recorder.findPlace();
  const asked = new Map<Screen, Asked[]>();
  for (const screen of [frame, ...screens]) asked.set(screen, await recorder.visit(screen, place));
  const writes = await recorder.write();
  return {
    projects: busy.projects.length,
    screens: new Map(
      [...asked].map(([screen, all]) => [screen.name, toGroups(all, { place, writes })]),
    ),
    writes: new Map(kinds.map((kind) => [kind, mean(writes.get(`${kind} own`)!)])),
  };
}

type Writes = ReadonlyMap<`${Kind} ${Relation}`, Run[]>;

function toGroups(
  asked: readonly Asked[],
  { place, writes }: { place: Place; writes: Writes },
): Group[] {
  const groups = new Map<string, Asked[]>();
  for (const one of asked) {
    const name = `${one.question.path} ${scopeOf(one.question, place)}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()].map((all) => {
    const [{ question }] = all as [Asked];
    const live = all.filter(({ isLive }) => isLive).map(({ run }) => run);
    const again: Group["again"] = new Map();
    for (const [name, samples] of writes) {
      const runs = samples.flatMap((write) =>
        live.filter((run) => conflictsBetween(run, write).size > 0),
      );
      const cost = sum(runs.map((run) => run.cost));
      if (runs.length > 0) again.set(name, times(cost, 1 / samples.length));
    }
    const visit = sum(all.map(({ run }) => run.cost));
    return { path: question.path, scope: scopeOf(question, place), visit, again };
  });
}

function scopeOf({ args }: Question, { projectId }: Place): Scope {
  if (args["unitId"] !== undefined) return "shown";
  if (args["projectId"] === undefined) return "all";
  return args["projectId"] === projectId ? "shown" : "other";
}

const mean = (runs: readonly Run[]): Cost =>
  times(sum(runs.map(({ cost }) => cost)), 1 / runs.length);

class Recorder {
  readonly #busy: BusyWorkspace;
  readonly #turn: number;
  readonly #known = new Map<string, Promise<Run>>();

  constructor(busy: BusyWorkspace, turn: number) {
    this.#busy = busy;
    this.#turn = turn;
  }

  async findPlace(): Promise<Place> {
    const { workspace, projects } = this.#busy;
    const [shown] = projects as [BusyProject];
    const asked = { path: "board:pages", args: { projectId: shown.id } };
    const ranges = (await workspace.ask(shown.people[0]!, asked)) as Place["ranges"];
    const weekMs = 7 * 24 * 60 * 60_000;
    const weeks = [0, -1, 1].map((week) => {
      const monday = Math.floor((workspace.now - firstMonday) / weekMs + week) * weekMs;
      const [from, to] = [firstMonday + monday, firstMonday + monday + weekMs - 1];
      return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    });
    const projectIds = projects.map(({ id }) => id);
    return { projectId: shown.id, unitId: shown.units[0]!.id, projectIds, ranges, weeks };
  }

  async visit(screen: Screen, place: Place) {
    const asked: Asked[] = [];
    for (const question of screen.live(place))
      asked.push({ question, run: await this.#ask(question), isLive: true });
    await screen.once?.(place, async (question) => {
      asked.push({ question, run: await this.#ask(question), isLive: false });
      return await this.#busy.workspace.ask(this.#viewer, question);
    });
    return asked;
  }

  /** Writes of each kind by each person, two of each: a task is started and completed. */
  async write(): Promise<Writes> {
    const writes = new Map<`${Kind} ${Relation}`, Run[]>();
    const [shown, other] = this.#busy.projects as [BusyProject, BusyProject];
    for (const [relation, project, number] of [
      ["own", shown, 0],
      ["colleague", shown, shown.people.length - 1],
      ["elsewhere", other, 0],
    ] as const) {
      const person = project.people[number]!;
      // A colleague works on another page of units.
      const unit = project.units[number === 0 ? 0 : project.units.length - 1]!;
      const taskId = unit.taskIds[this.#turn]!;
      const page = `page of ${person.userId}`;
      const at = { projectId: project.id };
      const write = async (kind: Kind, called: Called) => {
        const by = kind === "settle" ? null : person;
        const name = `${kind} ${relation}` as const;
        writes.set(name, [...(writes.get(name) ?? []), await this.#write(by, called)]);
      };
      for (const status of ["in_progress", "completed"] as const) {
        await write("tick", newTick(taskId, status));
        this.#busy.workspace.now += 10_000;
        await write("settle", settling);
      }
      await write("note", newNote(unit.id));
      await write("photo", await newPhoto(this.#busy.workspace, unit.id));
      await write("time", newTimeEntry(project.id, this.#busy.workspace.now));
      await this.#busy.workspace.call(person, newLook(page, at));
      this.#busy.workspace.now += beatMs;
      await write("beat", newLook(page, at));
      await write("move", newLook(page, { ...at, unitId: unit.id }));
      await write("move", newLook(page, at));
      // Reopen the task, so that the measurement of the next size begins with the same open tasks.
      await this.#busy.workspace.call(person, newTick(taskId, "not_started"));
      await this.#busy.settle();
    }
    return writes;
  }

  get #viewer(): Person {
    return this.#busy.projects[0]!.people[0]!;
  }

  /** Queries that several screens share are measured once. */
  #ask(question: Question): Promise<Run> {
    const key = JSON.stringify(question);
    const run = this.#known.get(key) ?? this.#runOnce(question);
    this.#known.set(key, run);
    return run;
  }

  async #runOnce(question: Question): Promise<Run> {
    const { workspace } = this.#busy;
    let answer: unknown;
    const recorded = await workspace.recording.recordQuery(async () => {
      answer = await workspace.ask(this.#viewer, question);
    });
    return toRun(recorded, answer);
  }

  async #write(person: Person | null, called: Called): Promise<Run> {
    const { workspace } = this.#busy;
    let answer: unknown;
    const recorded = await workspace.recording.record(async () => {
      answer = await workspace.call(person, called);
    });
    return toRun(recorded, answer);
  }
}

const firstMonday = Date.UTC(2026, 0, 5);

function toRun(recorded: Recorded, answer: unknown): Run {
  const { documentsRead, bytesRead, bytesWritten, indexBytesWritten } = recorded.used;
  const cost = {
    ...{ calls: 1, documents: documentsRead, read: bytesRead },
    ...{ written: bytesWritten + indexBytesWritten, answered: JSON.stringify(answer).length },
  };
  return { ...recorded, cost };
}
