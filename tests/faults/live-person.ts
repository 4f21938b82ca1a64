import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import { fileOf } from "../support/photo-files.ts";
import { type Ledger, sha256 } from "./ledger.ts";
import { type Person, pause } from "./people.ts";

/** What all people of a run work on. */
export type Workplace = { projectId: string; unitId: string; taskIds: string[] };

export type Turn = { ledger: Ledger; place: Workplace; random: () => number };

const mostKept = 4;

/** Somebody in the app: ticks tasks, makes and deletes projects, adds and removes photos, one thing after another. */
export class LivePerson {
  readonly person: Person;
  readonly #taskId: string;
  readonly #projects: { name: string; id: string; unitId: string }[] = [];
  readonly #photos: { name: string; id: string }[] = [];
  #turn = 0;

  constructor(person: Person, taskId: string) {
    this.person = person;
    this.#taskId = taskId;
  }

  async act(turn: Turn): Promise<void> {
    this.#turn += 1;
    const chance = turn.random();
    if (chance < 0.35) return await this.#setDueDate(turn);
    if (chance < 0.6) return await this.#tick(turn);
    if (chance < 0.85)
      return this.#projects.length < mostKept
        ? await this.#makeProject(turn)
        : await this.#removeProject(turn);
    return this.#photos.length < mostKept
      ? await this.#addPhoto(turn)
      : await this.#removePhoto(turn);
  }

  async #setDueDate({ ledger }: Turn): Promise<void> {
    const dueDate = new Date(Date.UTC(2030, 0, 1) + this.#turn * 60_000).toISOString();
    await this.#mutate(api.tasks.update, { taskId: this.#taskId, dueDate });
    ledger.dueDates.set(this.#taskId, dueDate);
    ledger.acknowledge("due dates");
  }

  /** On a task of everybody's, so that writes meet. */
  async #tick({ ledger, place, random }: Turn): Promise<void> {
    const taskId = place.taskIds[Math.floor(random() * place.taskIds.length)]!;
    const statuses = ["not_started", "in_progress", "completed"] as const;
    const status = statuses[Math.floor(random() * 3)]!;
    await this.#mutate(api.tasks.update, { taskId, status });
    ledger.acknowledge("ticks");
  }

  async #makeProject({ ledger, place }: Turn): Promise<void> {
    const name = `${this.person.name} ${this.#turn}`;
    ledger.projects.set(name, "asked");
    const { id } = await this.#mutate(api.projects.create, { name, units: ["1", "2"] });
    ledger.projects.set(name, "made");
    ledger.acknowledge("projects");
    const units = await this.person.client.query(api.units.list, { projectId: id });
    this.#projects.push({ name, id, unitId: units[0]!.id });
    const tasks = await this.person.client.query(api.tasks.list, { unitId: place.unitId });
    const templateIds = tasks.slice(0, 5).flatMap(({ templateId }) => templateId ?? []);
    await this.#mutate(api.tasks.assignToAllUnits, { projectId: id, templateIds });
    ledger.acknowledge("assignments");
  }

  /** Leaves work to scheduled functions. */
  async #removeProject({ ledger }: Turn): Promise<void> {
    const { name, id } = this.#projects.shift()!;
    ledger.projects.set(name, "removal asked");
    await this.#mutate(api.projects.remove, { projectId: id });
    ledger.projects.set(name, "removed");
    ledger.acknowledge("removed projects");
  }

  async #addPhoto({ ledger, place }: Turn): Promise<void> {
    const originalName = `${this.person.name} ${this.#turn}.jpg`;
    const bytes = photoBytes(originalName);
    ledger.photos.set(originalName, "asked");
    ledger.hashes.set(originalName, sha256(bytes));
    const storageId = await this.#upload(bytes);
    const photo = await this.#insistOnAction({
      ...{ unitId: place.unitId, type: "progress", originalName, storageId },
    });
    ledger.photos.set(originalName, "made");
    ledger.acknowledge("photos");
    this.#photos.push({ name: originalName, id: photo.id });
  }

  async #upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    for (;;) {
      const address = await this.#mutate(api.photos.uploadAddress, {});
      const init = { method: "POST", body: bytes, headers: { "Content-Type": "image/jpeg" } };
      const answer = await fetch(address, init).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.ok && text != null) return (JSON.parse(text) as { storageId: string }).storageId;
      await pause(100);
    }
  }

  /** Actions are not repeated by the client when the host dies; with the same file it is safe to. */
  async #insistOnAction(args: FunctionArgs<typeof api.photos.create>) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.person.client.action(api.photos.create, args);
      } catch (error) {
        if (attempt > 20) throw error;
        await pause(100);
      }
    }
  }

  async #removePhoto({ ledger }: Turn): Promise<void> {
    const { name, id } = this.#photos.shift()!;
    ledger.photos.set(name, "removal asked");
    await this.#mutate(api.photos.remove, { photoId: id });
    ledger.photos.set(name, "removed");
    ledger.acknowledge("removed photos");
  }

  async #mutate<Call extends Mutation>(
    call: Call,
    args: FunctionArgs<Call>,
  ): Promise<FunctionReturnType<Call>> {
    return await this.person.client.mutation(call, args);
  }
}

type Mutation = Parameters<Person["client"]["mutation"]>[0];

/** A small JPEG that no other photo equals. */
export function photoBytes(name: string): Uint8Array<ArrayBuffer> {
  const bytes = fileOf("jpeg", 20_000);
  bytes.set(new TextEncoder().encode(name), 100);
  return bytes;
}
