import { api } from "../../convex/_generated/api.js";
import { type Samples, timed } from "../bench/measure.ts";
import { photoBytes } from "./live-person.ts";
import { Person, pause } from "./people.ts";

export type Building = { projectId: string; units: { id: string; taskIds: string[] }[] };

const statuses = ["not_started", "in_progress", "completed"] as const;
/** People look more than they act: 200 of them make some 600 changes a minute. */
const meanPauseMs = 20_000;
/**
 * The share of views by managers, who watch the dashboard of all projects; supervisors watch the units of their
 * project.
 */
const dashboardShare = 0.25;

/** A person on a working day, who views units, ticks tasks, and sometimes adds a photo or loses the connection. */
export class SoakPerson {
  #person: Person;
  readonly #building: Building;
  readonly #random: () => number;
  readonly #url: string;
  #unit = 0;
  #stopWatching: (() => void)[] = [];
  #photoIds: string[] = [];
  #turn = 0;

  constructor(person: Person, place: { building: Building; random: () => number; url: string }) {
    this.#person = person;
    this.#building = place.building;
    this.#random = place.random;
    this.#url = place.url;
    this.#look();
  }

  /** Acts until the end. Each change is timed until the person's own list shows it. */
  async work(samples: () => Samples, isOver: () => boolean): Promise<void> {
    await pause(this.#random() * meanPauseMs);
    while (!isOver()) {
      await timed(samples(), () => this.#tick());
      const chance = this.#random();
      if (chance < 0.06) await this.#changePhotos();
      else if (chance < 0.2) this.#look();
      else if (chance < 0.23) await this.#reconnect();
      await pause(-Math.log(1 - this.#random()) * meanPauseMs);
    }
    await this.#person.close();
  }

  async #tick(): Promise<void> {
    const { taskIds } = this.#building.units[this.#unit]!;
    const taskId = taskIds[Math.floor(this.#random() * taskIds.length)]!;
    const status = statuses[Math.floor(this.#random() * 3)]!;
    await this.#person.client.mutation(api.tasks.update, { taskId, status });
  }

  /** Opens a random unit through the dashboard or the project. */
  #look(): void {
    for (const stop of this.#stopWatching.splice(0)) stop();
    const { client } = this.#person;
    const ignore = () => undefined;
    this.#unit = Math.floor(this.#random() * this.#building.units.length);
    const unitId = this.#building.units[this.#unit]!.id;
    this.#stopWatching = [
      client.onUpdate(api.tasks.list, { unitId }, ignore, ignore),
      this.#random() < dashboardShare
        ? client.onUpdate(api.dashboard.summary, {}, ignore, ignore)
        : client.onUpdate(api.units.list, { projectId: this.#building.projectId }, ignore, ignore),
    ];
  }

  /** Adds a photo and removes an older one, so that a long run does not fill the disk. */
  async #changePhotos(): Promise<void> {
    const { client, name } = this.#person;
    const originalName = `${name} ${(this.#turn += 1)}.jpg`;
    const address = await client.mutation(api.photos.uploadAddress, {});
    const answer = await this.#person.request(address, {
      ...{ method: "POST", body: photoBytes(originalName) },
      headers: { "Content-Type": "image/jpeg" },
    });
    const { storageId } = JSON.parse(answer?.text ?? "{}") as { storageId: string };
    const unitId = this.#building.units[this.#unit]!.id;
    const photo = await client.action(api.photos.create, {
      ...{ unitId, type: "progress", originalName, storageId },
    });
    this.#photoIds.push(photo.id);
    if (this.#photoIds.length > 2)
      await client.mutation(api.photos.remove, { photoId: this.#photoIds.shift()! });
  }

  async #reconnect(): Promise<void> {
    const { name } = this.#person;
    await this.#person.close();
    this.#stopWatching = [];
    await pause(this.#random() * 2_000);
    this.#person = await Person.signIn(name, this.#url);
    this.#look();
  }
}
