import { seeded } from "convex-host/seeded";
import { deleteDB } from "idb";
import { copiesWritten } from "../../../src/lib/device/copy-line.ts";
import type { Call } from "./fake-line.ts";
import { Device, type Tab } from "./device.ts";
import { refused, ThingsServer } from "./things-server.ts";

/** The size of a random run. */
export interface RunSize {
  seed: number;
  operations: number;
  cuts: number;
  kills: number;
  /** The crashes of the browser after which its databases are empty. */
  losses: number;
}

/** An operation that the outbox has confirmed as stored. */
interface Done {
  id: string;
  tab: number;
  kind: string;
  record: string;
  text: string;
}

/** The faults of a run, and the number of each kind of event. */
export interface RunReport {
  lost: string[];
  doubled: string[];
  outOfOrder: string[];
  wrongTime: string[];
  differing: string[];
  kept: number;
  arrived: number;
  refused: number;
  cuts: number;
  kills: number;
  losses: number;
}

const tabCount = 2;
const records = ["a", "b", "c", "d", "e", "f", "g", "h"];

/**
 * Runs random operations in two tabs of a device with cuts of its connection, killed tabs and crashes that empty its
 * databases, and then compares everything.
 */
export async function runField(size: RunSize): Promise<RunReport> {
  const run = new FieldRun(size);
  await run.open();
  for (let step = 0; step < size.operations; step++) await run.step(step);
  await run.drain();
  const report = run.report();
  run.end();
  return report;
}

class FieldRun {
  readonly #size: RunSize;
  readonly #random: () => number;
  readonly #server = new ThingsServer();
  readonly #device: Device;
  readonly #tabs: Tab[] = [];
  readonly #done: Done[] = [];
  readonly #madeAt = new Map<string, number>();
  /** The attempts to undo an operation that succeeded or may have succeeded. */
  readonly #takenBack = new Map<string, number>();
  #cuts = 0;
  #kills = 0;
  #losses = 0;

  constructor(size: RunSize) {
    this.#size = size;
    this.#random = seeded(size.seed);
    this.#server.check = ({ args }: Call) => {
      if (String(args["value"]).startsWith("bad")) throw refused("invalid", "The server says no");
    };
    const later = (step: () => void, hops = this.#below(4)) =>
      void setImmediate(() => (hops === 0 ? step() : later(step, hops - 1)));
    const arrives = () => this.#random() < 0.5;
    this.#device = new Device({ serve: this.#server.serve, later, arrives });
  }

  async open(): Promise<void> {
    for (let at = 0; at < tabCount; at++) this.#tabs.push(await this.#device.open());
  }

  async step(step: number): Promise<void> {
    const at = this.#below(tabCount);
    const work = this.#work(at, step);
    // A tab may be killed, or lose its connection, while it stores an operation.
    if (this.#happens(this.#size.losses)) await this.#loseDatabases();
    else if (this.#happens(this.#size.kills)) await this.#kill(at);
    else if (this.#happens(this.#size.cuts)) this.#cut(at);
    else if (this.#random() < 0.2) this.#tabs[at]?.line.restore();
    if (this.#random() < 0.7) await this.#within(work, at);
    else void work;
    for (let wait = this.#below(3); wait > 0; wait--) await nextTurn();
  }

  async drain(): Promise<void> {
    const isDone = () =>
      this.#tabs.every((tab) => tab.operations().every(({ state }) => state === "refused"));
    while (!isDone()) {
      for (const { line } of this.#tabs) line.restore();
      await nextTurn();
    }
  }

  /** Ends the tabs, so that the process of a long run ends too. */
  end(): void {
    this.#device.end();
  }

  report(): RunReport {
    const { log } = this.#server;
    const arrivals = new Map<string, number>();
    for (const { key } of log) arrivals.set(String(key), (arrivals.get(String(key)) ?? 0) + 1);
    const refusedIds = new Set(this.#tabs.flatMap((tab) => tab.operations().map(({ id }) => id)));
    const expected = this.#done.filter(({ id }) => !this.#takenBack.has(id) && !refusedIds.has(id));
    const times = log.filter(({ key, madeAt }) => {
      const known = this.#madeAt.get(String(key));
      return known !== undefined && known !== madeAt;
    });
    const lists = this.#tabs.map((tab) => tab.operations().map(({ id }) => id));
    return {
      lost: expected.filter(({ id }) => !arrivals.has(id)).map(({ text }) => text),
      doubled: [...arrivals].filter(([, count]) => count > 1).map(([key]) => key),
      outOfOrder: this.#disorder(expected),
      wrongTime: times.map(({ key }) => String(key)),
      differing: lists.filter((each) => each.join() !== lists[0]?.join()).flat(),
      kept: this.#done.length,
      arrived: log.length,
      refused: refusedIds.size,
      cuts: this.#cuts,
      kills: this.#kills,
      losses: this.#losses,
    };
  }

  /** Returns operations of one tab on one record that arrived out of order. */
  #disorder(expected: readonly Done[]): string[] {
    const placeById = new Map(this.#server.log.map(({ key }, place) => [String(key), place]));
    const last = new Map<string, number>();
    return expected.flatMap(({ id, tab, record, text }) => {
      const place = placeById.get(id) ?? 0;
      const line = `${String(tab)} ${record}`;
      const isBehind = place < (last.get(line) ?? -1);
      last.set(line, place);
      return isBehind ? [text] : [];
    });
  }

  async #work(at: number, step: number): Promise<void> {
    const tab = this.#tabs[at];
    if (!tab) return;
    const chance = this.#random();
    if (chance < 0.6) await this.#set(tab, at, step);
    else if (chance < 0.75) await this.#keep(tab, at, { kind: "make", args: { name: `n${step}` } });
    else if (chance < 0.95) await this.#rename(tab, at, step);
    else await this.#takeBack(tab);
  }

  async #set(tab: Tab, at: number, step: number): Promise<void> {
    const record = records[this.#below(records.length)] ?? "a";
    const value = this.#random() < 0.03 ? `bad ${step}` : String(step);
    await this.#keep(tab, at, { kind: "set", args: { record, value } });
  }

  async #rename(tab: Tab, at: number, step: number): Promise<void> {
    const made = this.#done.filter(
      (each) => each.kind === "make" && each.tab === at && !this.#takenBack.has(each.id),
    );
    const thing = made[this.#below(made.length)];
    if (!thing) return;
    const isWaiting = tab.operations().some(({ id }) => id === thing.id);
    const answer = this.#server.answerTo(thing.id) as { id: string } | undefined;
    const record = isWaiting || answer === undefined ? `pending:${thing.id}` : answer.id;
    await this.#keep(tab, at, { kind: "rename", args: { record, name: `r${step}` } });
  }

  async #takeBack(tab: Tab): Promise<void> {
    const waiting = tab.operations().filter(({ kind }) => kind === "set");
    const chosen = waiting[this.#below(waiting.length)];
    if (!chosen) return;
    // A tab that is killed meanwhile never reports if the undo was in time.
    this.#countTakenBack(chosen.id, 1);
    if (!(await tab.outbox.takeBack(chosen.id))) this.#countTakenBack(chosen.id, -1);
  }

  #countTakenBack(id: string, change: number): void {
    const count = (this.#takenBack.get(id) ?? 0) + change;
    if (count > 0) this.#takenBack.set(id, count);
    else this.#takenBack.delete(id);
  }

  async #keep(tab: Tab, at: number, done: { kind: string; args: Record<string, string> }) {
    const before = new Set(this.#done.map(({ id }) => id));
    const id = await tab.outbox.do(done.kind, done.args);
    // A rename of an unsent record is merged into the operation that makes it.
    if (before.has(id)) return;
    const madeAt = tab.operations().find((each) => each.id === id)?.madeAt;
    if (madeAt !== undefined) this.#madeAt.set(id, madeAt);
    const record = done.args["record"] ?? id;
    const text = `${done.kind} ${JSON.stringify(done.args)} (${id})`;
    this.#done.push({ id, tab: at, kind: done.kind, record, text });
  }

  async #kill(at: number): Promise<void> {
    this.#kills += 1;
    this.#tabs[at]?.kill();
    this.#tabs[at] = await this.#reopen();
  }

  async #loseDatabases(): Promise<void> {
    this.#losses += 1;
    for (const tab of this.#tabs) tab.kill();
    await copiesWritten();
    await deleteDB(this.#device.name);
    this.#tabs.splice(0, tabCount, ...(await Promise.all(this.#tabs.map(() => this.#reopen()))));
  }

  async #reopen(): Promise<Tab> {
    return await this.#device.open("ana", { isConnected: this.#random() < 0.7 });
  }

  #cut(at: number): void {
    this.#cuts += 1;
    this.#tabs[at]?.line.cut();
  }

  /** Waits for work that never ends if its tab is killed. */
  async #within(work: Promise<void>, at: number): Promise<void> {
    const tab = this.#tabs[at];
    let isDone = false;
    void work.then(() => (isDone = true));
    for (let turn = 0; turn < 20 && !isDone && this.#tabs[at] === tab; turn++) await nextTurn();
  }

  #happens(times: number): boolean {
    return this.#random() < times / this.#size.operations;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
