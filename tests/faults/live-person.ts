import { type FunctionArgs, makeFunctionReference } from "convex/server";
import { api } from "../../convex/_generated/api.js";
import { fileOf } from "../support/photo-files.ts";
import { type Ledger, sha256 } from "./ledger.ts";
import { type Person, pause } from "./people.ts";
import type { Waits } from "./waits.ts";

/** The records that all people of a run work on. */
export type Workplace = {
  projectId: string;
  unitId: string;
  /** Scheduled functions write their notes to a unit of their own. */
  laterUnitId: string;
  taskIds: string[];
};

export type Turn = { ledger: Ledger; place: Workplace; random: () => number; waits: Waits };

const mostKept = 4;
/** The longest delay of a scheduled note. */
export const latestOrderMs = 1_000;
/** A project with this many units is not removed in one transaction: two scheduled functions do the rest. */
export const manyUnits = Array.from({ length: 210 }, (_, index) => `${index + 1}`);

const orderNote = makeFunctionReference<
  "mutation",
  { unitId: string; content: string; afterMs: number; isByAction: boolean },
  null
>("later:order");

/**
 * A person in the app, who ticks tasks, makes and deletes projects, and adds and removes photos, one act after another.
 */
export class LivePerson {
  readonly person: Person;
  readonly #taskId: string;
  readonly #projects: { name: string; id: string }[] = [];
  readonly #photos: { name: string; id: string }[] = [];
  #turn = 0;

  constructor(person: Person, taskId: string) {
    this.person = person;
    this.#taskId = taskId;
  }

  async act(turn: Turn): Promise<void> {
    this.#turn += 1;
    const chance = turn.random();
    if (chance < 0.3) return await this.#setDueDate(turn);
    if (chance < 0.45) return await this.#tick(turn);
    if (chance < 0.6) return await this.orderNote(turn);
    if (chance < 0.85)
      return this.#projects.length < mostKept
        ? await this.#makeProject(turn)
        : await this.#deleteProject(turn);
    return this.#photos.length < mostKept
      ? await this.#addPhoto(turn)
      : await this.#deletePhoto(turn);
  }

  /** Changes the person's own task. The subscribed list must show the change when the mutation is answered. */
  async #setDueDate({ ledger, place: { unitId } }: Turn): Promise<void> {
    const dueDate = new Date(Date.UTC(2030, 0, 1) + this.#turn * 60_000).toISOString();
    await this.person.mutation(api.tasks.update, { taskId: this.#taskId, dueDate });
    ledger.dueDates.set(this.#taskId, dueDate);
    ledger.acknowledge("due dates");
    const shown = this.person.shown(api.tasks.list, { unitId });
    if (shown?.find(({ id }) => id === this.#taskId)?.dueDate !== dueDate)
      ledger.wrongs.push(`${this.person.name} was not shown the due date ${dueDate} of its task.`);
  }

  /**
   * Schedules a function that writes a note, now or later. The mutation itself changes nothing that a client watches.
   */
  async orderNote({ ledger, place, random }: Turn): Promise<void> {
    this.#turn += 1;
    const isByAction = random() < 0.3;
    const content = `${this.person.name} ${this.#turn}, ${isByAction ? "by an action" : "later"}`;
    const afterMs = random() < 0.5 ? 0 : Math.floor(random() * latestOrderMs);
    ledger.notes.set(content, "asked");
    const unitId = place.laterUnitId;
    await this.person.mutation(orderNote, { unitId, content, afterMs, isByAction });
    // An action is not repeated after a kill.
    if (!isByAction) ledger.notes.set(content, "made");
    ledger.acknowledge(isByAction ? "scheduled actions" : "scheduled mutations");
  }

  /** Changes a shared task, so that writes conflict. */
  async #tick({ ledger, place, random }: Turn): Promise<void> {
    const taskId = place.taskIds[Math.floor(random() * place.taskIds.length)]!;
    const statuses = ["not_started", "in_progress", "completed"] as const;
    const status = statuses[Math.floor(random() * 3)]!;
    await this.person.mutation(api.tasks.update, { taskId, status });
    ledger.acknowledge("ticks");
  }

  async #makeProject({ ledger, place, random }: Turn): Promise<void> {
    const name = `${this.person.name} ${this.#turn}`;
    const units = random() < 0.15 ? manyUnits : ["1", "2"];
    ledger.projects.set(name, "asked");
    const { id } = await this.person.mutation(api.projects.create, { name, units });
    ledger.projects.set(name, "made");
    ledger.acknowledge("projects");
    this.#projects.push({ name, id });
    const shown = this.person.shown(api.projects.list, {});
    if (shown?.some((project) => project.id === id) !== true)
      ledger.wrongs.push(`${this.person.name} was not shown its project ${name}.`);
    if (units === manyUnits) return;
    const tasks = await this.person.query(api.tasks.list, { unitId: place.unitId });
    const templateIds = tasks.slice(0, 5).flatMap(({ templateId }) => templateId ?? []);
    await this.person.mutation(api.tasks.assignToAllUnits, { projectId: id, templateIds });
    ledger.acknowledge("assignments");
  }

  /** Most of a large project is removed by scheduled functions. */
  async #deleteProject({ ledger }: Turn): Promise<void> {
    const { name, id } = this.#projects.shift()!;
    ledger.projects.set(name, "removal asked");
    await this.person.mutation(api.projects.remove, { projectId: id });
    ledger.projects.set(name, "removed");
    ledger.acknowledge("removed projects");
  }

  async #addPhoto({ ledger, place, waits }: Turn): Promise<void> {
    const originalName = `${this.person.name} ${this.#turn}.jpg`;
    const bytes = photoBytes(originalName);
    ledger.photos.set(originalName, "asked");
    ledger.hashes.set(originalName, sha256(bytes));
    const what = `${this.person.name}, the photo ${originalName}`;
    let step = "";
    const photo = await waits.during({ what, state: () => step }, async (isOver) => {
      const says = (text: string) => {
        step = text;
        if (isOver()) throw new Error("Nobody waits any more.");
      };
      const storageId = await this.#upload(bytes, says);
      const args = { unitId: place.unitId, type: "progress", originalName, storageId };
      return await this.#insistOnAction(args, says);
    });
    ledger.photos.set(originalName, "made");
    ledger.acknowledge("photos");
    this.#photos.push({ name: originalName, id: photo.id });
  }

  async #upload(bytes: Uint8Array<ArrayBuffer>, says: Says): Promise<string> {
    for (;;) {
      const address = await this.person.mutation(api.photos.uploadAddress, {});
      const init = { method: "POST", body: bytes, headers: { "Content-Type": "image/jpeg" } };
      const answer = await this.person.request(address, init);
      if (answer?.status === 200)
        return (JSON.parse(answer.text) as { storageId: string }).storageId;
      says(`the upload: ${answer === null ? "the line broke" : answer.text}`);
      await pause(100);
    }
  }

  /**
   * The client does not repeat actions when the host dies; repeating this one is safe, because its file stays the same.
   */
  async #insistOnAction(args: FunctionArgs<typeof api.photos.create>, says: Says) {
    for (;;) {
      try {
        return await this.person.action(api.photos.create, args);
      } catch (error) {
        says(`the action: ${String(error)}`);
        await pause(100);
      }
    }
  }

  async #deletePhoto({ ledger }: Turn): Promise<void> {
    const { name, id } = this.#photos.shift()!;
    ledger.photos.set(name, "removal asked");
    await this.person.mutation(api.photos.remove, { photoId: id });
    ledger.photos.set(name, "removed");
    ledger.acknowledge("removed photos");
  }
}

/** Reports the latest event, for the description of a wait. */
type Says = (text: string) => void;

/** Returns the bytes of a small, unique JPEG. */
export function photoBytes(name: string): Uint8Array<ArrayBuffer> {
  const bytes = fileOf("jpeg", 20_000);
  bytes.set(new TextEncoder().encode(name), 100);
  return bytes;
}
