import { api } from "../../convex/_generated/api.js";
import { type Samples, timed } from "../bench/measure.ts";
import { photoBytes } from "./live-person.ts";
import { Person, pause } from "./people.ts";

export type Building = { projectId: string; units: { id: string; taskIds: string[] }[] };

const statuses = ["not_started", "in_progress", "completed"] as const;
/** People look more than they act: 200 of them make some 600 changes a minute. */
const meanPauseMs = 20_000;
/** A manager looks at all projects, a supervisor at those of the building. */
const dashboardShare = 0.25;

/** Somebody on a working day: looks at units, ticks tasks, adds a photo now and then, loses the line now and then. */
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

  /** Acts until the end; every change is timed until its own list shows it. */
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

  /** Goes to some unit, by way of the dashboard or the project. */
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

  /** Adds one, and removes an older one, so that the day does not fill the disk. */
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
