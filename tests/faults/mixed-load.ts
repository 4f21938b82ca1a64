import { isDeepStrictEqual } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import { type FunctionReference, getFunctionName, makeFunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { api } from "../../convex/_generated/api.js";
import { HttpPerson } from "./http-person.ts";
import { Ledger } from "./ledger.ts";
import { latestOrderMs, LivePerson, type Turn, type Workplace } from "./live-person.ts";
import { pause, Person } from "./people.ts";
import { seeded } from "convex-host/seeded";
import { Waits } from "./waits.ts";

export type Crowd = { live: number; http: number; seed: number };

const dueFunctions = makeFunctionReference<"query", { atMs: number }, string[]>("later:due");

type Question = { query: FunctionReference<"query">; args: Record<string, string> };

/** People in the app and clients of its HTTP door, who write continuously and watch the changes of others. */
export class MixedLoad {
  readonly ledger = new Ledger();
  readonly waits: Waits;
  readonly #url: string;
  readonly #place: Workplace;
  readonly #live: LivePerson[];
  readonly #http: HttpPerson[];
  readonly #random: () => number;
  readonly #questions: Question[];
  #running: Promise<unknown> | null = null;
  #isStopping = false;

  private constructor(
    url: string,
    place: Workplace,
    people: { all: Person[]; crowd: Crowd; waits: Waits },
  ) {
    const { all, crowd } = people;
    this.waits = people.waits;
    this.#url = url;
    this.#place = place;
    this.#live = all
      .slice(0, crowd.live)
      .map((person, index) => new LivePerson(person, place.taskIds[index]!));
    this.#http = all.slice(crowd.live).map((person) => new HttpPerson(person));
    this.#random = seeded(crowd.seed);
    const { projectId, unitId } = place;
    this.#questions = [
      { query: api.tasks.list, args: { unitId } },
      { query: api.units.list, args: { projectId } },
      { query: api.photos.list, args: { unitId } },
      { query: api.projects.list, args: {} },
      { query: api.dashboard.summary, args: {} },
    ];
  }

  /** Signs everybody in on an empty workspace and subscribes the people in the app; nobody writes yet. */
  static async open(url: string, crowd: Crowd): Promise<MixedLoad> {
    const names = [
      ...Array.from({ length: crowd.live }, (_, index) => `live${index}`),
      ...Array.from({ length: crowd.http }, (_, index) => `http${index}`),
    ];
    const waits = new Waits();
    const all = await Promise.all(names.map((name) => Person.signIn(name, url, waits)));
    const place = await makePlace(all[0]!, crowd.live);
    const load = new MixedLoad(url, place, { all, crowd, waits });
    for (const { person } of load.#live)
      for (const { query, args } of load.#questions)
        person.client.onUpdate(
          query,
          args,
          () => undefined,
          () => undefined,
        );
    return load;
  }

  start(): void {
    this.#isStopping = false;
    const turn = this.#turn;
    this.#running = Promise.all(
      [...this.#live, ...this.#http].map(async (someone) => {
        while (!this.#isStopping) await someone.act(turn);
      }),
    );
    // The caller of `stop` gets the failure; until then the rejection must not end the process.
    this.#running.catch(() => undefined);
  }

  get #turn(): Turn {
    const { ledger, waits } = this;
    return { ledger, waits, place: this.#place, random: this.#random };
  }

  /**
   * Everybody in the app makes one change that no screen shows. If all clients reconnect at once and nothing else
   * happens, only a message of the host itself can end their wait for it.
   */
  async actUnseen(): Promise<void> {
    const turn = this.#turn;
    await Promise.all(this.#live.map((person) => person.orderNote(turn)));
  }

  /** Rejects when a request was refused; otherwise it stays pending. */
  get failed(): Promise<never> {
    return new Promise((_, reject) => {
      this.#running?.catch(reject);
    });
  }

  /** Lets everybody finish, so that all requests are answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  /** Waits for the scheduled functions that are due, and for the removals that they carry on. */
  async untilScheduledWorkIsDone(): Promise<void> {
    const { person } = this.#live[0]!;
    // The app's checks of its own steps are due much later.
    const atMs = Date.now() + latestOrderMs;
    let open: string[] = [];
    const state = () => open.join(", ").slice(0, 500);
    await this.waits.during({ what: "the scheduled functions", state }, async (isOver) => {
      do {
        await pause(50);
        const removals = await person.query(api.projects.removals, {});
        const named = removals.map(({ name, status }) => `the removal of ${name} (${status})`);
        open = [...named, ...(await person.query(dueFunctions, { atMs }))];
      } while (open.length > 0 && !isOver());
    });
  }

  /** Every subscription that differs from a fresh query. */
  async differingSubscriptions(): Promise<string[]> {
    const fresh = new ConvexHttpClient(this.#url, { logger: false });
    fresh.setAuth(await this.#live[0]!.person.token(true));
    const what = "fresh answers to compare the subscriptions with";
    return await this.waits.during({ what }, () => this.#differing(fresh));
  }

  async #differing(fresh: ConvexHttpClient): Promise<string[]> {
    let differing: string[] = [];
    for (let attempt = 0; attempt < 100; attempt++) {
      differing = [];
      for (const { query, args } of this.#questions) {
        const expected = convexToJson((await fresh.query(query, args)) as Value);
        for (const { person } of this.#live) {
          const shown = person.shown(query, args) as Value | undefined;
          if (shown === undefined || !isDeepStrictEqual(convexToJson(shown), expected))
            differing.push(`${person.name} is shown something else by ${getFunctionName(query)}`);
        }
      }
      if (differing.length === 0) return [];
      // Updates that are on their way may arrive meanwhile; a wrong result stays.
      await pause(100);
    }
    return differing;
  }

  async close(): Promise<void> {
    await Promise.all(this.#live.map(({ person }) => person.close()));
  }
}

async function makePlace(person: Person, people: number): Promise<Workplace> {
  const units = Array.from({ length: Math.ceil(people / 20) + 1 }, (_, index) => `${index + 1}`);
  const project = await person.mutation(api.projects.create, { name: "Shared", units });
  const [unit, laterUnit] = await person.query(api.units.list, { projectId: project.id });
  const templates = await person.query(api.taskTemplates.list, {});
  const tasks = await person.mutation(api.tasks.assignToUnit, {
    unitId: unit!.id,
    templateIds: templates.map(({ id }) => id),
  });
  if (tasks.length < people) throw new Error(`There are only ${tasks.length} tasks to work on.`);
  const taskIds = tasks.map(({ id }) => id);
  return { projectId: project.id, unitId: unit!.id, laterUnitId: laterUnit!.id, taskIds };
}
