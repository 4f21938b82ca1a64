import { beatMs } from "../../../convex/rules/presence.ts";
import { type Role, workingDay } from "../costs/day.ts";
import { frame, type Place, type Screen, screens } from "../costs/screens.ts";
import { type Samples, timed } from "../measure.ts";
import { TabClient } from "../raw-client.ts";
import { fetchToken } from "../workspace.ts";
import { type Project, secretOf } from "./company.ts";

export type PageSamples = { acts: Samples; opened: Samples; failures: string[] };

type Options = {
  url: string;
  person: number;
  company: readonly Project[];
  samples: () => PageSamples;
};

const hourMs = 60 * 60_000;
/** Tokens expire after ten minutes. */
const renewMs = 5 * 60_000;
const { peoplePerProject, roles } = workingDay;

/**
 * One person with an open page, who visits screens and acts as on the working day of the cost estimate, or faster by a
 * factor.
 */
export class Page {
  readonly #options: Options;
  readonly #role: Role;
  readonly #project: Project;
  #tab: TabClient | null = null;
  #watched: number[] = [];
  #screen: Screen = frame;
  #unit: Project["units"][number];
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** Counts the changes of pace, so that an act that was scheduled at an old pace is not repeated. */
  #paces = 0;

  constructor(options: Options) {
    const { person, company } = options;
    this.#options = options;
    const place = (person % peoplePerProject) / peoplePerProject;
    this.#role = place < roles[0]!.share ? roles[0]! : roles[1]!;
    this.#project = company[Math.floor(person / peoplePerProject) % company.length]!;
    this.#unit = anyOf(this.#project.units);
  }

  async open(): Promise<void> {
    const { url, person } = this.#options;
    const token = await fetchToken(url, secretOf(person));
    this.#tab = await TabClient.open(url, token, { isCompressed: true });
    setInterval(() => void this.#renew().catch(this.#fail), renewMs);
    for (const { path, args } of frame.live(this.#place())) await this.#tab.watch(path, args);
    await this.#visit();
  }

  /** Starts to act at `tempo` times the pace of the working day. */
  workAt(tempo: number): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.#paces += 1;
    const { acts, visits } = this.#role;
    this.#often(acts.tick * tempo, () => this.#tick());
    this.#often(acts.note * tempo, () => this.#note());
    this.#often(acts.move * tempo, () => this.#move());
    this.#often(visits * tempo, () => this.#visit());
    this.#often(hourMs / beatMs, () => this.#look());
  }

  /** Repeats an act this many times an hour on average, at random times. Failures are counted. */
  #often(timesAnHour: number, act: () => Promise<void>): void {
    if (timesAnHour === 0) return;
    const at = this.#timers.length;
    const pace = this.#paces;
    const wait = () => {
      if (this.#paces !== pace) return;
      const pauseMs = (-Math.log(1 - Math.random()) * hourMs) / timesAnHour;
      this.#timers[at] = setTimeout(() => void act().catch(this.#fail).then(wait), pauseMs);
    };
    wait();
  }

  readonly #fail = (error: unknown) => {
    this.#options.samples().failures.push(error instanceof Error ? error.message : String(error));
  };

  async #renew(): Promise<void> {
    const { url, person } = this.#options;
    this.#tab!.authenticate(await fetchToken(url, secretOf(person)));
  }

  async #tick(): Promise<void> {
    const taskId = anyOf(this.#unit.taskIds);
    const status = anyOf(["not_started", "in_progress", "completed"]);
    await this.#act("tasks:update", { taskId, status });
  }

  async #note(): Promise<void> {
    const content = "The tub drain is slow. Told the plumber, who comes tomorrow morning.";
    await this.#act("unitNotes:create", { unitId: this.#unit.id, content });
  }

  async #move(): Promise<void> {
    this.#unit = anyOf(this.#project.units);
    await this.#look();
  }

  async #look(): Promise<void> {
    if (!this.#screen.isInProject) return;
    const page = `page of ${this.#options.person}`;
    await this.#act("presence:look", { page, projectId: this.#project.id, unitId: this.#unit.id });
  }

  async #act(path: string, args: object): Promise<void> {
    await timed(this.#options.samples().acts, () => this.#tab!.mutate(path, args));
  }

  /** Goes to another screen, and measures until all its queries are answered. */
  async #visit(): Promise<void> {
    this.#screen = screenOf(this.#role);
    const place = this.#place();
    this.#tab!.leave(this.#watched.splice(0));
    await timed(this.#options.samples().opened, async () => {
      const answered = this.#screen
        .live(place)
        .map(async ({ path, args }) => await this.#tab!.watch(path, args));
      this.#watched = await Promise.all(answered);
    });
    await this.#look();
  }

  #place(): Place {
    const { company } = this.#options;
    const { id: projectId, ranges } = this.#project;
    const now = Date.now();
    const week = { from: new Date(now - 7 * 24 * hourMs).toISOString() };
    return {
      ...{ projectId, unitId: this.#unit.id, ranges },
      projectIds: company.slice(0, shownProjects).map(({ id }) => id),
      weeks: [{ ...week, to: new Date(now).toISOString() }],
    };
  }
}

/** The list of projects asks for the figures of the visible projects only. */
const shownProjects = 20;

const anyOf = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)]!;

/** Picks a screen by the shares of the day. Reports are asked once and watch nothing. */
function screenOf({ screens: parts }: Role): Screen {
  let left = Math.random();
  for (const [name, part] of Object.entries(parts)) {
    left -= part;
    if (left <= 0) return screens.find((screen) => screen.name === name)!;
  }
  return screens[0]!;
}
