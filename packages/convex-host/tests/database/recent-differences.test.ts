import { expect, onTestFinished, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { openDatabase } from "../../src/database/open-database.ts";
import { StorageError } from "../../src/database/sqlite/driver.ts";
import type { ReadTransaction } from "../../src/database/transactions/read-transaction.ts";
import type { WriteTransaction } from "../../src/database/transactions/write-transaction.ts";
import { seeded } from "../support/seeded.ts";
import { collect, get, range, temporaryPath } from "./fixture.ts";
import { disk } from "./refusing-disk.ts";
import { copyOfKilled } from "./stored-file.ts";
import { byText, type Model, namesOf, type Room, schema } from "./rooms-model.ts";

type Answered = { requestId: number; result: string };

/** A random program that runs the same steps on the database and on a plain map. */
class Program {
  readonly #random: () => number;
  #path = temporaryPath();
  #database: Database;
  #model: Model = new Map();
  #answers: Answered[] = [];
  #nowMs = 1e12;
  #made = 0;
  #held: { check: () => void; close: () => void }[] = [];
  #walk: { cursor: string | null; last: string } = { cursor: null, last: "" };

  constructor(seed: number) {
    this.#random = seeded(seed);
    this.#database = this.#open(this.#path);
    this.#database.applySchema(schema(0));
    onTestFinished(() => this.#database.close());
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      // The clock may also jump backwards.
      this.#nowMs += this.#below(2_000) - 900;
      const what = this.#random();
      if (what < 0.62) await this.#mutate();
      else if (what < 0.7) this.#takeOver();
      else if (what < 0.76) this.#hold();
      else if (what < 0.84) this.#turnPage();
      else if (what < 0.88) this.#readWhileTakenOver();
      else if (what < 0.9) this.#database.applySchema(schema(this.#below(2)));
      else if (what < 0.92) this.#database.advanceTo(this.#database.latest + 5n);
      else if (what < 0.96) this.#restart(copyOfKilled(this.#path));
      else if (what < 0.97) this.#restart(null);
      else this.#checkNow();
    }
    this.#checkNow();
    this.#letGo();
  }

  /** Commits one mutation; the disk may refuse any of its statements, and the host may be killed at any. */
  async #mutate(): Promise<void> {
    const after = new Map(this.#model);
    const { latest } = this.#database;
    const tx = this.#database.begin({ nowMs: this.#nowMs });
    const changes = this.#random() < 0.03 ? 80 : 1 + this.#below(4);
    for (let at = 0; at < changes; at++) {
      const id = this.#anyOf([...after.keys()]);
      if (id === undefined || after.size < 12 || this.#random() < 0.35) {
        const room = this.#room();
        after.set(tx.insert("rooms", room), room);
      } else this.#changeOne(tx, after, id);
    }
    if (this.#random() < 0.02) tx.insert(`table${(this.#made += 1)}`, { a: 1 });
    const result = `"${"r".repeat(this.#below(300))}"`;
    const answer = { requestId: (this.#made += 1), result };
    const record = { sessionId: "s", caller: "c", logLines: [], ...answer };
    const killed = this.#killInside();
    const isRefused = this.#refuseInside(killed.look);
    const done = await this.#database.commit(tx, record).then(
      () => true,
      (error: unknown) => {
        if (!isRefused()) throw error;
        return false;
      },
    );
    disk.look = null;
    const before = this.#model;
    if (done) {
      expect(this.#database.latest).toBeGreaterThan(latest);
      this.#model = after;
      this.#answers.push(answer);
    } else expect(this.#database.latest).toBe(latest);
    const copy = killed.copy();
    if (copy === null) return;
    const opened = this.#open(copy);
    const names = this.#read(opened, (reader) => this.#names(reader));
    const isWhole = opened.latest > latest;
    expect(names).toEqual(namesOf(isWhole ? after : before));
    const reader = opened.begin({ nowMs: 0 });
    expect(reader.findRequest("s", answer.requestId)?.result ?? null).toBe(isWhole ? result : null);
    opened.close();
  }

  #changeOne(tx: WriteTransaction, after: Map<string, Room>, id: string): void {
    const what = this.#random();
    const room = this.#room();
    if (what < 0.4) {
      const { floor } = room;
      tx.patch({ id, value: { floor } });
      after.set(id, { ...after.get(id)!, floor });
    } else if (what < 0.65) {
      tx.replace({ id, value: room });
      after.set(id, room);
    } else {
      tx.remove({ id });
      after.delete(id);
    }
  }

  /** Moves the pending commits into the tables, unless the disk refuses. */
  #takeOver(): void {
    const killed = this.#killInside();
    const isRefused = this.#refuseInside(killed.look);
    try {
      this.#database.forgetRequests({ ms: 0, largeMs: 0 }, 1);
    } catch (error) {
      if (!isRefused()) throw error;
    }
    disk.look = null;
    const copy = killed.copy();
    if (copy === null) return;
    const opened = this.#open(copy);
    this.#check(opened, this.#model);
    expect(opened.latest).toBe(this.#database.latest);
    opened.close();
  }

  #killInside() {
    let left = this.#random() < 0.25 ? this.#below(30) : -1;
    let copy: string | null = null;
    const look = () => {
      if (left-- === 0) copy = copyOfKilled(this.#path);
    };
    return { look, copy: () => copy };
  }

  /** Makes the disk refuse one of the next writing statements, in some of the runs. */
  #refuseInside(look: () => void): () => boolean {
    let left = this.#random() < 0.15 ? this.#below(20) : -1;
    let isRefused = false;
    disk.look = (sql) => {
      look();
      if (/^(INSERT|UPDATE|DELETE|COMMIT)/.test(sql) && left-- === 0) {
        isRefused = true;
        throw new StorageError("database or disk is full", "SQLITE_FULL");
      }
    };
    return () => isRefused;
  }

  #hold(): void {
    if (this.#held.length > 5) this.#held.shift()!.close();
    const database = this.#database;
    const snapshot = database.snapshot();
    const model = this.#model;
    const check = () => this.#checkReads(() => snapshot.begin({ nowMs: 0 }), model);
    this.#held.push({ check, close: () => (check(), snapshot.close()) });
    this.#anyOf(this.#held)!.check();
  }

  /** Reads the next page of a list that changes between its pages, and checks it against the current rows. */
  #turnPage(): void {
    const pageSize = 1 + this.#below(9);
    const { cursor, last } = this.#walk;
    const query = range("rooms.by_name");
    const { page, isDone, continueCursor } = this.#read(
      this.#database,
      (tx) =>
        JSON.parse(tx.queryPage({ query, cursor, pageSize })) as {
          page: Room[];
          isDone: boolean;
          continueCursor: string;
        },
    );
    const following = namesOf(this.#model).filter((name) => name > last);
    expect(page.map(({ name }) => name)).toEqual(following.slice(0, pageSize));
    this.#walk = isDone
      ? { cursor: null, last: "" }
      : { cursor: continueCursor, last: page.at(-1)?.name ?? last };
  }

  /** Reads half of a list in a mutation, moves the commits into the tables, then reads the other half. */
  #readWhileTakenOver(): void {
    const tx = this.#database.begin({ nowMs: this.#nowMs });
    const order = this.#random() < 0.5 ? "asc" : "desc";
    const stream = tx.queryStream(range("rooms.by_name", [], { order }));
    const half = this.#below(this.#model.size);
    const names: unknown[] = [];
    for (let next = tx.queryStreamNext(stream); !next.done; next = tx.queryStreamNext(stream)) {
      names.push((JSON.parse(next.value!) as Room).name);
      if (names.length === half) this.#takeOver();
    }
    expect(order === "asc" ? names : names.toReversed()).toEqual(namesOf(this.#model));
    this.#checkReads(() => tx, this.#model);
    this.#database.rollback(tx);
  }

  /** Opens the database again, on the files of a killed process or on those of a closed one. */
  #restart(copy: string | null): void {
    const { latest } = this.#database;
    this.#letGo();
    this.#database.close();
    this.#path = copy ?? this.#path;
    this.#database = this.#open(this.#path);
    expect(this.#database.latest).toBe(latest);
    this.#checkNow();
  }

  #letGo(): void {
    for (const { close } of this.#held) close();
    this.#held = [];
  }

  #checkNow(): void {
    this.#check(this.#database, this.#model);
    const tx = this.#database.begin({ nowMs: 0 });
    this.#checkReads(() => tx, this.#model);
    for (const { requestId, result } of this.#answers.slice(-40))
      expect(tx.findRequest("s", requestId)?.result).toBe(result);
    this.#database.rollback(tx);
  }

  #check(database: Database, model: Model): void {
    const snapshot = database.snapshot();
    this.#checkReads(() => snapshot.begin({ nowMs: 0 }), model);
    snapshot.close();
  }

  #checkReads(begin: () => ReadTransaction, model: Model): void {
    const tx = begin();
    const names = namesOf(model);
    const [bound, take] = [this.#room().name, this.#below(6)];
    expect(this.#names(tx)).toEqual(names);
    expect(tx.count("rooms")).toBe(model.size);
    const above = range("rooms.by_name", [["Gte", "name", bound]], {
      operators: [{ limit: take }],
    });
    expect(collect(tx, above).map(({ name }) => name)).toEqual(
      names.filter((name) => name >= bound).slice(0, take),
    );
    const below = range("rooms.by_name", [["Lt", "name", bound]], {
      order: "desc",
      operators: [{ limit: take }],
    });
    expect(collect(tx, below).map(({ name }) => name)).toEqual(
      names
        .filter((name) => name < bound)
        .toReversed()
        .slice(0, take),
    );
    const house = `h${this.#below(3)}`;
    const ofHouse = [...model.values()]
      .filter((room) => room.house === house)
      .map(({ name }) => name);
    expect(
      collect(tx, range("rooms.by_house", [["Eq", "house", house]])).map(({ name }) => name),
    ).toEqual(ofHouse.toSorted(byText));
    for (const [id, room] of [...model].slice(0, 20)) expect(get(tx, id)).toMatchObject(room);
  }

  #names(tx: ReadTransaction): unknown[] {
    return collect(tx, range("rooms.by_name")).map(({ name }) => name);
  }

  #read<T>(database: Database, work: (tx: ReadTransaction) => T): T {
    const snapshot = database.snapshot();
    try {
      return work(snapshot.begin({ nowMs: 0 }));
    } finally {
      snapshot.close();
    }
  }

  #open(path: string): Database {
    return openDatabase({ path, durable: false, clock: () => this.#nowMs });
  }

  #room(): Room {
    this.#made += 1;
    const name = `${this.#below(1e6)}`.padStart(6, "0") + ` ${this.#made}`;
    return { name, house: `h${this.#below(3)}`, floor: this.#below(100) };
  }

  #anyOf<T>(items: readonly T[]): T | undefined {
    return items[this.#below(items.length)];
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}

test.each([1, 2, 3, 4])(
  "random commits, kills, refusals and take-overs are those of a plain map: program %d [D1] [D5] [D7] [D13] [D27] [D32]",
  (seed) => new Program(seed).run(500),
);
