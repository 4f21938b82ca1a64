import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { loadApp } from "../../../src/functions/app/load-app.ts";
import {
  admin,
  type CrowdMember,
  LiveCrowd,
  type Told,
  type Who,
} from "../../support/live-crowd.ts";
import { board, schema } from "../../support/staff-board.ts";
import { callOf, startEngine } from "../../support/started-engine.ts";
import { question } from "./hostile-questions.ts";

type Role = { isStaff: boolean; seesPrices: boolean };
const people = ["ann", "bob", "cleo"];
const who: fc.Arbitrary<Who> = fc.constantFrom(...people, ...people, null, admin);
const role: fc.Arbitrary<Role> = fc.record({
  isStaff: fc.constantFrom(true, true, true, false),
  seesPrices: fc.boolean(),
});
const doing = <Name extends string>(name: Name) => fc.constant(name);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: doing("become"), nth: fc.nat(999), who }) },
  { weight: 4, arbitrary: fc.record({ do: doing("ask"), nth: fc.nat(999), question }) },
  { weight: 1, arbitrary: fc.record({ do: doing("restart") }) },
  { weight: 2, arbitrary: fc.record({ do: doing("leave"), nth: fc.nat(999) }) },
  { weight: 2, arbitrary: fc.record({ do: doing("write"), list: fc.constantFrom("a", "b") }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: doing("role"), name: fc.constantFrom(...people), role }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const guest = fc.record({ who, questions: fc.array(question, { minLength: 1, maxLength: 2 }) });
const plan = fc.record({
  roles: fc.tuple(role, role, role),
  guests: fc.array(guest, { minLength: 150, maxLength: 200 }),
  rounds: fc.array(fc.array(step, { minLength: 5, maxLength: 40 }), { minLength: 1, maxLength: 3 }),
});

/** A crowd of clients on a staff board, with all answers that they received. */
class Scene {
  readonly live: LiveCrowd;
  readonly members: CrowdMember[] = [];
  readonly #told: Told[] = [];
  readonly #roles: { since: bigint; name: Who; role: Role }[] = [];

  private constructor(live: LiveCrowd) {
    this.live = live;
    onTestFinished(() => live.stop());
  }

  static async open(): Promise<Scene> {
    const modules = { board, schema: { default: schema } };
    const { engine } = await startEngine({ modules });
    const { functions } = await loadApp({ board: () => Promise.resolve(board) });
    return new Scene(new LiveCrowd(engine, functions));
  }

  join(first: Who): CrowdMember {
    const member = this.live.join(first);
    member.onShown = (told) => this.#told.push(told);
    this.members.push(member);
    return member;
  }

  /** Returns the messages with data that the client was not allowed to see at the time of the message. */
  leaks(): Told[] {
    return this.#told.filter(({ who: then, shown, ts }) => {
      if (then === admin) return false;
      const text = JSON.stringify(shown.value ?? null);
      const { isStaff, seesPrices } = this.#roleAt(then, ts);
      return (text.includes("secret") && !isStaff) || (text.includes("price 100") && !seesPrices);
    });
  }

  #roleAt(name: Who, ts: bigint): Role {
    const had = this.#roles.filter((one) => one.name === name && one.since <= ts);
    const last = had.toSorted((one, other) => (one.since < other.since ? -1 : 1)).at(-1);
    return last?.role ?? { isStaff: false, seesPrices: false };
  }

  async perform(one: Step): Promise<void> {
    switch (one.do) {
      case "become":
        return this.#member(one.nth).become(one.who);
      case "ask":
        return this.#member(one.nth).ask(one.question);
      case "leave": {
        const [id] = this.#member(one.nth).asked.keys();
        if (id !== undefined) this.#member(one.nth).leave(id);
        return;
      }
      case "restart":
        return this.live.restart();
      case "role":
        return await this.setRole(one.name, one.role);
      case "write":
        await this.#mutate("board:write", { list: one.list, text: "text" });
        return;
    }
  }

  async setRole(name: string, given: Role): Promise<void> {
    const since = await this.#mutate("board:setRole", { name, ...given });
    this.#roles.push({ since, name, role: given });
  }

  /**
   * Returns everybody whose live answer differs from a fresh call of their own, after pending updates have had time to
   * arrive.
   */
  async wronglyAnswered(): Promise<object[]> {
    for (let round = 0; round < 10; round++) {
      if ((await this.#compare()).length === 0) return [];
      for (let turn = 0; turn < 50; turn++) await nextTurn();
    }
    return (await this.#compare()).slice(0, 3);
  }

  async #compare(): Promise<object[]> {
    const freshByCall = new Map<string, Promise<unknown>>();
    const wrong: object[] = [];
    for (const member of this.members) {
      for (const [id, asked] of member.asked) {
        const key = JSON.stringify([member.who, asked]);
        const known = freshByCall.get(key) ?? this.live.freshFor(member.who, asked);
        freshByCall.set(key, known);
        const [fresh, shown] = [await known, member.shown.get(id)];
        const isSame = JSON.stringify(shown) === JSON.stringify(fresh);
        if (!isSame) wrong.push({ who: member.who, asked, shown, fresh });
      }
    }
    return wrong;
  }

  #member(nth: number): CrowdMember {
    return this.members[nth % this.members.length]!;
  }

  async #mutate(path: string, args: Record<string, string | boolean>): Promise<bigint> {
    const outcome = await this.live.engine.mutation(callOf(path, args, { caller: "internal" }));
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.ts;
  }
}

test("everybody's answer is what a call of their own would answer, however others spell their questions and however roles change [L13] [L14] [L15]", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ roles, guests, rounds }) => {
      const scene = await Scene.open();
      for (const [nth, given] of roles.entries()) await scene.setRole(people[nth]!, given);
      for (const { who: first, questions } of guests) {
        const member = scene.join(first);
        for (const asked of questions) member.ask(asked);
      }
      for (const steps of rounds) {
        await Promise.all(steps.map((one) => scene.perform(one)));
        expect(await scene.wronglyAnswered()).toEqual([]);
      }
      scene.live.stop();
      expect(scene.leaks()).toEqual([]);
    }),
    { numRuns: 3, endOnFailure: true },
  );
});
