import { connection } from "../../connection/connection.ts";
import { isKeepable, toKeptText } from "./keepable.ts";
import { keptPerson } from "./kept-person.ts";
import { type Bounds, KeptDatabase, type KeptAnswer } from "./kept-database.ts";

/** Answers are written at most so often; the writing waits for a moment in which the page is idle. */
const WRITE_AFTER_MS = 2000;

/** Answers beyond the bounds are looked for once in so many writings. */
const SWEEP_EVERY = 20;

/** More than the 20 projects visited last, with their units; in characters, which are about bytes. */
const BOUNDS: Bounds = { answers: 5000, size: 100_000_000 };

interface News {
  answer?: unknown;
  at: number;
}

/** The answers seen on this device, of the person who is signed in. Nothing of it stands in the way of a page that works. */
export class KeptAnswers {
  readonly #database: KeptDatabase;
  readonly #bounds: Bounds;
  #personId: string | null = null;
  /** The last change of the person on the device. Each waits for the one before: a quicker one would be undone by it. */
  #begun: Promise<unknown> = Promise.resolve();
  /** The things to write by key: an answer, or only the moment up to which the kept one was live. Each goes when it is written. */
  readonly #news = new Map<string, News>();
  /** The keys whose answers on the device are read no more, also where the device cannot drop them. */
  readonly #forgotten = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writes = 0;

  constructor(database = new KeptDatabase(), bounds = BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  /** The one who was signed in here last; null where nobody was, or has signed out since, or the browser keeps nothing. */
  async viewer(): Promise<unknown> {
    await this.#begun;
    const person = await this.#database.person().catch(() => undefined);
    return person !== undefined && keptPerson.is(person.id) ? person.viewer : null;
  }

  /** Reads and keeps answers of this person from now on; those of anybody else are dropped. */
  begin(viewer: { id: string }): void {
    if (viewer.id !== this.#personId) {
      this.#forgotten.clear();
      this.#news.clear();
    }
    this.#personId = viewer.id;
    keptPerson.set(viewer.id);
    void this.#next(() => this.#database.begin(viewer.id, viewer));
  }

  /** Drops everything, as signing out does; nothing is kept until somebody begins anew. */
  async drop(): Promise<void> {
    this.#personId = null;
    keptPerson.takeBack();
    this.#news.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#next(() => this.#database.clear());
  }

  async read(key: string): Promise<KeptAnswer | undefined> {
    const personId = this.#personId;
    if (personId === null || !isKeepable(key)) return undefined;
    const { answer, at } = this.#news.get(key) ?? {};
    if (answer !== undefined && at !== undefined) return { answer, at, isForeign: false };
    if (this.#forgotten.has(key)) return undefined;
    await this.#begun;
    const found = await this.#database.read(personId, key).catch(() => undefined);
    return this.#personId === personId && !this.#forgotten.has(key) ? found : undefined;
  }

  /** Keeps a live answer, later. */
  keep(key: string, answer: unknown): void {
    this.#note(key, { answer, at: liveUntil() });
  }

  /** Notes that the answer that is kept was live until now. */
  touch(key: string): void {
    this.#note(key, { ...this.#news.get(key), at: liveUntil() });
  }

  /** Forgets what the viewer may not read any more, or what cannot be shown. */
  forget(key: string): void {
    this.#news.delete(key);
    if (!isKeepable(key)) return;
    this.#forgotten.add(key);
    void this.#database.drop([key]).catch(() => undefined);
  }

  /** Writes what is to be written now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#news];
    if (all.length === 0) return;
    await this.#begun;
    try {
      for (const [key] of all) await this.#writeOne(key);
      if (this.#writes % SWEEP_EVERY === 0) await this.#database.sweep(this.#bounds);
      this.#writes += 1;
    } catch {
      // A full or locked store keeps what it has; room is made by giving up the older half.
      for (const [key, news] of all) this.#settle(key, news);
      const half = { answers: this.#bounds.answers, size: this.#bounds.size / 2 };
      await this.#database.sweep(half).catch(() => undefined);
    }
  }

  #next(change: () => Promise<void>): Promise<unknown> {
    this.#begun = this.#begun.then(change).catch(() => undefined);
    return this.#begun;
  }

  async #writeOne(key: string): Promise<void> {
    const personId = this.#personId;
    // The newest of it: it may have been forgotten, or followed by another one, while those before it were written.
    const news = this.#news.get(key);
    if (personId === null || news === undefined) return;
    const { answer, at } = news;
    const text = answer === undefined ? {} : { text: toKeptText(answer) };
    await this.#database.write(personId, key, { ...text, at });
    if (this.#settle(key, news) && answer !== undefined) this.#forgotten.delete(key);
  }

  /** Takes out what is written or given up; false where it is not there any more. */
  #settle(key: string, news: News): boolean {
    return this.#news.get(key) === news && this.#news.delete(key);
  }

  #note(key: string, news: News): void {
    if (this.#personId === null || !isKeepable(key)) return;
    this.#news.set(key, news);
    this.#timer ??= setTimeout(() => whenIdle(() => void this.write()), WRITE_AFTER_MS);
  }
}

function liveUntil(): number {
  const { state, since } = connection.snapshot();
  return state === "live" ? Date.now() : since;
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 2000 });
  else work();
}

/** The answers that this device keeps. */
export const keptAnswers = new KeptAnswers();
