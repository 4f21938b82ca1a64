import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { expectConsistent } from "../../support/consistency.ts";
import { setupWorkspace, storedRowsOf } from "../../support/workspace.ts";

/** A task in the model. Each block has its own number, so that no two blocks are equal. */
type Fields = { dueDate: string | null; block: number | null };
type Task = { id: string; fields: Fields; deletedBy: Part | null };
type Change = { field: keyof Fields; from: Fields[keyof Fields]; to: Fields[keyof Fields] };

/** The part of an act that concerns one task: one event. */
type Part = {
  task: Task;
  act: Act;
  number: number;
  isUndone: boolean;
  did: Change[] | "deleted" | "restored";
  undoes: Part | null;
  isRedo: boolean;
};
type Act = { isBatch: boolean; isUndone: boolean; parts: Part[] };
type Call = { undone: number; kept: number };

const operation = fc.record({
  what: fc.constantFrom(
    ...(["date", "date", "block", "unblock", "delete", "restore"] as const),
    ...(["undo", "undo", "undo", "undo older"] as const),
  ),
  who: fc.nat(1),
  many: fc.boolean(),
  pick: fc.nat(100),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const dates = ["2026-03-02", "2026-03-03", null] as const;

/**
 * A simple model of people's acts on the tasks of a unit. It keeps a list of all acts and derives each answer from it.
 */
class SlowModel {
  readonly tasks: Task[];
  readonly #acts: Act[][] = [[], []];
  #number = 0;

  constructor(ids: readonly string[]) {
    const none = { dueDate: null, block: null };
    this.tasks = ids.map((id) => ({ id, fields: { ...none }, deletedBy: null }));
  }

  actsOf(who: number): Act[] {
    return this.#acts[who] ?? [];
  }

  begin(who: number, isBatch: boolean): Act {
    const act = { isBatch, isUndone: false, parts: [] };
    this.actsOf(who).unshift(act);
    return act;
  }

  /** An act without changes does not count. */
  end(who: number, act: Act): void {
    if (act.parts.length === 0) this.actsOf(who).shift();
  }

  change(act: Act, task: Task, to: Partial<Fields>, undoes: Part | null = null): void {
    const did: Change[] = [];
    for (const field of ["dueDate", "block"] as const) {
      const value = to[field];
      if (value === undefined || value === task.fields[field]) continue;
      did.push({ field, from: task.fields[field], to: value });
      Object.assign(task.fields, { [field]: value });
    }
    if (did.length > 0) this.#note(act, { task, did, undoes });
  }

  delete(act: Act, task: Task, undoes: Part | null = null): void {
    task.deletedBy = this.#note(act, { task, did: "deleted", undoes });
  }

  restore(act: Act, task: Task, undoes: Part | null = null): void {
    task.deletedBy = null;
    this.#note(act, { task, did: "restored", undoes });
  }

  newBlock(): number {
    this.#number += 1;
    return this.#number;
  }

  undo(who: number, act: Act): Call {
    const undoing = this.begin(who, act.isBatch);
    let kept = 0;
    for (const part of act.parts.toReversed()) {
      if (!part.isUndone) {
        part.isUndone = this.#takeBack(undoing, part);
        if (!part.isUndone) kept += 1;
      }
    }
    act.isUndone = undoing.parts.length > 0;
    this.end(who, undoing);
    return { undone: undoing.parts.length, kept };
  }

  #takeBack(undoing: Act, part: Part): boolean {
    const { task, did } = part;
    if (did === "deleted") {
      if (task.deletedBy !== part) return false;
      this.restore(undoing, task, part);
      return true;
    }
    if (task.deletedBy !== null) return false;
    if (did === "restored") {
      if (this.#standsLater(part)) return false;
      this.delete(undoing, task, part);
      return true;
    }
    if (did.some(({ field, to }) => task.fields[field] !== to)) return false;
    const before = Object.fromEntries(did.map(({ field, from }) => [field, from]));
    this.change(undoing, task, before, part);
    return true;
  }

  #standsLater(part: Part): boolean {
    return this.#acts
      .flat()
      .flatMap(({ parts }) => parts)
      .some(
        (later) =>
          later.task === part.task &&
          later.number > part.number &&
          later.act !== part.act &&
          !later.isUndone &&
          (later.undoes === null || later.isRedo),
      );
  }

  #note(act: Act, part: Pick<Part, "task" | "did" | "undoes">): Part {
    const isRedo = part.undoes !== null && part.undoes.undoes !== null && !part.undoes.isRedo;
    const noted = { ...part, act, number: this.newBlock(), isUndone: false, isRedo };
    act.parts.push(noted);
    return noted;
  }
}

async function setup() {
  const { t, manager, admin, newUnitWithTasks } = await setupWorkspace({ templates: 4 });
  const { unitId, taskIds } = await newUnitWithTasks();
  const people = [manager, admin] as const;
  const model = new SlowModel(taskIds);
  /** The acts that were there before the model began. */
  const older = await acts(manager);

  async function acts(person: typeof manager) {
    const { page } = await person.query(api.undo.recent, { limit: 100 });
    return page;
  }
  async function ownActs(who: number) {
    const all = await acts(people[who === 0 ? 0 : 1]);
    return who === 0 ? all.slice(0, all.length - older.length) : all;
  }

  /** Does an operation, in the workspace and in the model. */
  async function carryOut({ what, who, many, pick }: Operation): Promise<void> {
    const person = people[who === 0 ? 0 : 1];
    if (what === "undo" || what === "undo older") {
      const place = what === "undo" ? 0 : pick % 5;
      const candidates = model.actsOf(who).filter(({ isUndone }) => !isUndone);
      const act = candidates[Math.min(place, candidates.length - 1)];
      if (act === undefined) return;
      const told = (await ownActs(who))[model.actsOf(who).indexOf(act)];
      const answer =
        told?.batchId == null
          ? await person.mutation(api.undo.event, { eventId: told?.event.id ?? "" })
          : await person.mutation(api.undo.batch, { batchId: told.batchId });
      expect(told?.batchId != null).toBe(act.isBatch);
      expect({ undone: answer.undone, kept: answer.kept }).toEqual(model.undo(who, act));
      return;
    }
    if (what === "restore") {
      const task = model.tasks.filter(({ deletedBy }) => deletedBy !== null)[pick % 4];
      if (task === undefined) return;
      const items = await storedRowsOf(t, "trash");
      const itemId = items.find(({ recordId }) => recordId === task.id)?._id ?? "";
      await person.mutation(api.trash.restore, { itemId });
      model.restore(model.begin(who, false), task);
      return;
    }
    const there = model.tasks.filter(({ deletedBy }) => deletedBy === null);
    const start = pick % Math.max(there.length, 1);
    const tasks = there.slice(start, start + (many ? 3 : 1));
    if (tasks.length === 0) return;
    const act = model.begin(who, many);
    const ids = tasks.map(({ id }) => id);
    const [taskId = ""] = ids;
    if (what === "delete") {
      if (many) await person.mutation(api.tasks.removeMany, { ids });
      else await person.mutation(api.tasks.remove, { taskId });
      for (const task of tasks) model.delete(act, task);
    } else {
      const dueDate = dates[pick % 3] ?? null;
      const set =
        what === "date" ? { dueDate } : { blockedReason: what === "block" ? "parts" : null };
      if (many) await person.mutation(api.tasks.updateMany, { ids, set });
      else await person.mutation(api.tasks.update, { taskId, ...set });
      for (const task of tasks) {
        // A task that is already blocked for the same reason keeps its block.
        const block = what === "block" ? (task.fields.block ?? model.newBlock()) : null;
        model.change(act, task, what === "date" ? { dueDate } : { block });
      }
    }
    model.end(who, act);
  }

  async function found() {
    const tasks = await manager.query(api.tasks.list, { unitId });
    return tasks.map(({ id, dueDate, blockedReason }) => ({
      ...{ id, dueDate: dueDate?.slice(0, 10) ?? null, isBlocked: blockedReason !== null },
    }));
  }

  function expected() {
    return model.tasks
      .filter(({ deletedBy }) => deletedBy === null)
      .map(({ id, fields: { dueDate, block } }) => ({ id, dueDate, isBlocked: block !== null }));
  }

  /** Compares the acts of each person: which are undone, and how many events they have. */
  async function expectActs() {
    for (const who of [0, 1]) {
      const told = (await ownActs(who)).filter(({ count }) => count > 0);
      const state = told.map(({ undoneAt, count }) => ({ isUndone: undoneAt !== null, count }));
      const known = model.actsOf(who).map(({ isUndone, parts }) => ({
        ...{ isUndone, count: parts.length },
      }));
      expect(state).toEqual(known);
    }
  }
  return { t, carryOut, found, expected, expectActs };
}

test("any changes, undos, redos, deletions and restorations by two people leave what a slow model does [UNDO-01] [TRASH-01]", async () => {
  const run = fc.asyncProperty(
    fc.array(operation, { minLength: 20, maxLength: 40 }),
    async (operations) => {
      const { t, carryOut, found, expected, expectActs } = await setup();
      for (const one of operations) {
        await carryOut(one);
        expect(await found()).toEqual(expected());
      }
      await expectActs();
      await expectConsistent(t);
    },
  );
  await fc.assert(run, { numRuns: 12, seed: 20_261_124, endOnFailure: true });
}, 60_000);
