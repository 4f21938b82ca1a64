import { connection } from "../../connection/connection.ts";
import { connectionPerson } from "../../connection/connection-person.ts";
import { lastUnit } from "../../device/last-unit.ts";
import { recents } from "../../device/recents.ts";
import { isKeepable, toKeptText } from "./keepable.ts";
import { keptPerson } from "../../device/kept-person.ts";
import { type Bounds, KeptDatabase, type KeptAnswer } from "./kept-database.ts";

/** The delay in ms before answers are written; the write then waits until the page is idle. */
const WRITE_AFTER_MS = 2000;

/**
 * The shorter delay for the first answer of a key, and for one after a pause, such as one's own note: the page may be
 * closed or loaded again soon.
 */
const SOON_MS = 500;

/** The time in ms after which a further answer of a key is written soon again. */
const PAUSE_MS = 2000;

/** The number of writes between two sweeps for answers beyond the bounds. */
const SWEEP_EVERY = 20;

/**
 * The default bounds: room for more than the last 20 visited projects with their units. The size is in characters,
 * which is about bytes.
 */
const BOUNDS: Bounds = { answers: 5000, size: 100_000_000 };

interface News {
  answer?: unknown;
  at: number;
}

/**
 * The answers that this device keeps for the signed-in person. A failure of the device's store never breaks the page.
 */
export class KeptAnswers {
  readonly #database: KeptDatabase;
  readonly #bounds: Bounds;
  #personId: string | null = null;
  /**
   * The last change of the store's person. Each change waits for the previous one, which would otherwise overwrite a
   * quicker later one.
   */
  #begun: Promise<unknown> = Promise.resolve();
  /**
   * The entries to write, by key: an answer, or only the time up to which the kept one was live. An entry is removed
   * once it is written.
   */
  readonly #news = new Map<string, News>();
  /** The keys whose kept answers must not be read, even when the device cannot delete them. */
  readonly #forgotten = new Set<string>();
  /** The time in ms of each key's last answer that was to be written soon. */
  readonly #soonAt = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writes = 0;

  constructor(database = new KeptDatabase(), bounds = BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  /** The person who was last signed in here; null without one, after a sign-out, and when the browser keeps nothing. */
  async viewer(): Promise<unknown> {
    await this.#begun;
    const person = await this.#database.person().catch(() => undefined);
    return person !== undefined && keptPerson.is(person.id) ? person.viewer : null;
  }

  /** Reads and keeps the answers of this person from now on; what the device has of another person is deleted. */
  begin(viewer: { id: string }): void {
    if (viewer.id !== this.#personId) {
      this.#forgotten.clear();
      this.#soonAt.clear();
      this.#news.clear();
    }
    this.#personId = viewer.id;
    if (!keptPerson.is(viewer.id)) lastUnit.set(null);
    keptPerson.set(viewer.id);
    void this.#next(() => this.#database.begin(viewer.id, viewer));
  }

  /** Deletes everything, with the visited places, as a sign-out does; nothing is kept until the next `begin`. */
  async drop(): Promise<void> {
    recents.drop();
    lastUnit.set(null);
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

  /** Queues a live answer for writing. */
  keep(key: string, answer: unknown): void {
    this.#note(key, { answer, at: liveUntil() });
  }

  /** Queues a note that the kept answer was live until now. */
  touch(key: string): void {
    this.#note(key, { ...this.#news.get(key), at: liveUntil() });
  }

  /** Removes an answer that the viewer may no longer read, or that cannot be shown. */
  forget(key: string): void {
    this.#news.delete(key);
    this.#soonAt.delete(key);
    if (!isKeepable(key)) return;
    this.#forgotten.add(key);
    void this.#database.drop([key]).catch(() => undefined);
  }

  /** Writes all queued entries now. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = [...this.#news];
    if (all.length === 0) return;
    try {
      for (const [key] of all) await this.#writeOne(key);
      if (this.#writes % SWEEP_EVERY === 0) await this.#database.sweep(this.#bounds);
      this.#writes += 1;
    } catch {
      // A full or locked store keeps its content; deleting the older half makes room.
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
    // The store must have the present person before it gets an answer; another one may begin during the wait.
    for (let begun: unknown; begun !== this.#begun;) await (begun = this.#begun);
    const personId = this.#personId;
    // The entry is read again here, because it may have been forgotten or replaced while earlier ones were written.
    const news = this.#news.get(key);
    if (personId === null || news === undefined) return;
    const { answer, at } = news;
    const text = answer === undefined ? {} : { text: toKeptText(answer) };
    await this.#database.write(personId, key, { ...text, at });
    if (this.#settle(key, news) && answer !== undefined) this.#forgotten.delete(key);
  }

  /** Removes a written or abandoned entry from the queue; false when it has been replaced meanwhile. */
  #settle(key: string, news: News): boolean {
    return this.#news.get(key) === news && this.#news.delete(key);
  }

  /** True while the live connection is signed in as another person, whose session the browser has meanwhile got. */
  #isOfAnother(): boolean {
    const person = connectionPerson.snapshot();
    return person !== null && person !== this.#personId;
  }

  #note(key: string, news: News): void {
    if (this.#personId === null || !isKeepable(key) || this.#isOfAnother()) return;
    this.#news.set(key, news);
    this.#timer ??= whenIdleAfter(WRITE_AFTER_MS, () => this.write());
    if (news.answer === undefined || Date.now() - (this.#soonAt.get(key) ?? 0) < PAUSE_MS) return;
    this.#soonAt.set(key, Date.now());
    // After a failure, the next write of all entries makes room.
    whenIdleAfter(SOON_MS, () => this.#writeOne(key).catch(() => undefined));
  }
}

function liveUntil(): number {
  const { state, since } = connection.snapshot();
  return state === "live" ? Date.now() : since;
}

function whenIdleAfter(ms: number, work: () => Promise<void>): ReturnType<typeof setTimeout> {
  return setTimeout(() => {
    if ("requestIdleCallback" in window)
      window.requestIdleCallback(() => void work(), { timeout: 2000 });
    else void work();
  }, ms);
}

/** The store of the answers that this device keeps. */
export const keptAnswers = new KeptAnswers();
