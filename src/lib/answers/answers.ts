import type { OptimisticLocalStore } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { errorCode } from "../errors.ts";
import { isServerDoubtful } from "../connection/connection.ts";
import { withSharedParts } from "../shared-parts.ts";
import { createStore } from "../store.ts";
import { keptAnswers } from "./kept/kept-answers.ts";
import type { Entry, LiveClient, Seen } from "./entry.ts";
import { isAnswered, isLive, isStale } from "./entry.ts";
import { isSameResult, resultOf } from "./live-result.ts";
import { keyOf, type Question, questionOf } from "./question.ts";
import { replay, storeOver, type Overlay } from "./replay.ts";
import { isSameSummary, nothingRead, summaryOf } from "./summary.ts";

/** The time in ms after which an answer of an earlier visit is shown; a quick live answer then causes no flicker. */
const RECALL_MS = 250;

/** The shortest such time, for the first answers of a page whose code took longer than that to load. */
const LEAST_RECALL_MS = 20;

/** An answer that did not arrive over the live connection. */
type Offered = Pick<Entry, "base" | "asOf" | "isForeign">;

/**
 * The answers of this window's live reads by question, with the unconfirmed changes on top. It owns the subscriptions:
 * one for each question with a listener. Equal parts keep their object identity.
 */
class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #offered = new Map<string, Offered>();
  readonly #summary = createStore(nothingRead);
  readonly #followers = new Set<() => void>();
  /** The keys of the questions whose reads failed with these errors. */
  readonly #keysByError = new WeakMap<Error, string>();
  #overlays: readonly Overlay[] = [];
  #isDirty = false;
  /** True once the server has sent any answer. */
  #isHeard = false;

  /** The state of all that is on the screen. */
  readonly summary = { snapshot: this.#summary.snapshot, subscribe: this.#summary.subscribe };

  /** Shows these changes on top of the answers, in this order, in place of the earlier ones. */
  setOverlays(overlays: readonly Overlay[]): void {
    this.#overlays = overlays;
    this.#isDirty = true;
    this.#show();
  }

  /** A read-only store of the present answers as they are shown. */
  shown(): Pick<OptimisticLocalStore, "getQuery" | "getAllQueries"> {
    this.#replay();
    const entries = [...this.#entries];
    return storeOver(
      new Map(entries.map(([key, { question, seen }]) => [key, { question, base: seen.answer }])),
      new Map(),
    );
  }

  /** True when there are reads and all of them have an answer. */
  isWhole(): boolean {
    const entries = [...this.#entries.values()];
    return entries.length > 0 && entries.every(isAnswered);
  }

  /** Calls the listener after each change of what is shown. Returns a function that removes it. */
  follow(listener: () => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Takes an answer that did not come live; it serves until the first live one. */
  offer(name: string, args: Question["args"], answer: unknown): void {
    this.#offer(keyOf(name, args), { base: answer, asOf: null, isForeign: false });
  }

  /** Loads the answer of an earlier visit before the first render reads the question. */
  async recall(name: string, args: Question["args"]): Promise<void> {
    const key = keyOf(name, args);
    const kept = await keptAnswers.read(key);
    const known = this.#entries.get(key)?.base ?? this.#offered.get(key);
    if (kept === undefined || known !== undefined) return;
    this.#offer(key, { base: kept.answer, asOf: kept.at, isForeign: kept.isForeign });
  }

  /** The present state of a question. It is called during a render, so it notifies no listener. */
  look(client: LiveClient, key: string): Seen {
    const entry = this.#entryOf(client, key);
    if (entry.listeners.size === 0) this.#refresh(entry);
    this.#replay();
    return entry.seen;
  }

  /** Subscribes to a question and calls the listener after each change. Returns a function that unsubscribes. */
  claim(client: LiveClient, key: string, listener: () => void): () => void {
    const entry = this.#entryOf(client, key);
    entry.listeners.add(listener);
    if (entry.listeners.size === 1) this.#start(entry);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      entry.stop?.();
      if (isLive(entry)) keptAnswers.touch(key);
      this.#entries.delete(key);
      this.#tell();
    };
  }

  /** The answer to a single read: the kept one if there is one, else the server's. */
  async ask(client: Pick<ConvexReactClient, "query">, key: string): Promise<unknown> {
    const { name, args } = questionOf(key);
    const live = client
      .query(makeFunctionReference<"query">(name), args)
      .then((answer: unknown) => {
        keptAnswers.keep(key, answer);
        return answer;
      });
    const kept = await keptAnswers.read(key);
    if (kept === undefined) return await live;
    live.catch(() => undefined);
    return kept.answer;
  }

  /** Writes the present answers to the device before the page closes. */
  async keepAll(): Promise<void> {
    for (const entry of this.#entries.values()) if (isLive(entry)) keptAnswers.touch(entry.key);
    await keptAnswers.write();
  }

  /** Subscribes to stale reads again. The server repeats a failed query only after its last subscription ends. */
  askStaleAnew(): void {
    const stale = [...this.#entries.values()].filter(isStale);
    for (const { stop } of stale) stop?.();
    for (const entry of stale) this.#start(entry);
  }

  /**
   * Calls the listener while the read that failed with this error has an answer, also when it has one already. The read
   * has to be on the screen still. Returns a function that removes the listener.
   */
  onMended(error: unknown, listener: () => unknown): () => void {
    const key = error instanceof Error ? this.#keysByError.get(error) : undefined;
    const tell = () => {
      const seen = key === undefined ? undefined : this.#entries.get(key)?.seen;
      if (seen?.error === undefined && seen?.answer !== undefined) listener();
    };
    tell();
    return this.follow(tell);
  }

  /**
   * Removes kept answers of another version of the app, which may have another shape, from the failed screen; false
   * without any.
   */
  forgetForeign(): boolean {
    const foreign = [...this.#entries.values()].filter(
      ({ asOf, isForeign }) => asOf !== null && isForeign,
    );
    for (const entry of foreign) {
      this.#forget(entry.key);
      entry.base = undefined;
      entry.asOf = null;
    }
    this.#isDirty ||= foreign.length > 0;
    this.#show();
    return foreign.length > 0;
  }

  #offer(key: string, offered: Offered): void {
    const entry = this.#entries.get(key);
    if (entry?.read !== undefined) return;
    this.#offered.set(key, offered);
    if (entry === undefined) return;
    Object.assign(entry, offered);
    this.#isDirty = true;
    this.#show();
  }

  /** Discards an answer that was not live, here and on the device. */
  #forget(key: string): void {
    this.#offered.delete(key);
    keptAnswers.forget(key);
  }

  #start(entry: Entry): void {
    entry.stop = entry.watch.onUpdate(() => this.#take(entry));
    this.#take(entry);
    this.#tell();
    if (entry.base === undefined) void this.#recall(entry);
  }

  /** Shows the answer of an earlier visit if the live one has not arrived. */
  async #recall(entry: Entry): Promise<void> {
    // For the first answers, the time since the start of the page counts as waiting time.
    const waited = this.#isHeard ? 0 : performance.now();
    const wait = isServerDoubtful() ? 0 : Math.max(LEAST_RECALL_MS, RECALL_MS - waited);
    const [kept] = await Promise.all([
      keptAnswers.read(entry.key),
      wait > 0 && new Promise((resolve) => setTimeout(resolve, wait)),
    ]);
    if (kept === undefined) return;
    if (this.#entries.get(entry.key) !== entry || entry.base !== undefined) return;
    entry.base = kept.answer;
    entry.asOf = kept.at;
    entry.isForeign = kept.isForeign;
    this.#isDirty = true;
    this.#show();
  }

  /**
   * Takes the client's new results. The client reports each answer of a batch, but has all of them at the first one.
   */
  #take(told: Entry): void {
    if (!this.#refresh(told)) return;
    for (const [key, entry] of this.#entries) {
      // A render that never completed leaves an entry without listeners.
      if (entry.listeners.size === 0) this.#entries.delete(key);
      else this.#refresh(entry);
    }
    this.#show();
  }

  #entryOf(client: LiveClient, key: string): Entry {
    const known = this.#entries.get(key);
    if (known?.client === client) return known;
    const question = questionOf(key);
    const offered = this.#offered.get(key);
    const entry: Entry = {
      key,
      question,
      client,
      watch: client.watchQuery(makeFunctionReference<"query">(question.name), question.args),
      read: undefined,
      ...(offered ?? { base: undefined, asOf: null, isForeign: false }),
      stop: undefined,
      seen: { answer: offered?.base, isPartial: false, error: undefined },
      listeners: new Set(),
    };
    this.#entries.set(key, entry);
    this.#isDirty ||= this.#overlays.length > 0;
    return entry;
  }

  /** Reads the client's result; true when it differs from the last one. */
  #refresh(entry: Entry): boolean {
    const read = resultOf(entry.watch);
    if (isSameResult(entry.read, read)) return false;
    entry.read = read;
    if (isLive(entry)) {
      entry.base = withSharedParts(entry.base, read);
      entry.asOf = null;
      this.#isHeard = true;
      this.#offered.delete(entry.key);
      keptAnswers.keep(entry.key, read);
    } else if (read instanceof Error) {
      this.#keysByError.set(read, entry.key);
      if (errorCode(read) !== null) this.#forget(entry.key);
    }
    this.#isDirty = true;
    return true;
  }

  #show(): void {
    for (const { listeners } of this.#replay()) for (const listener of listeners) listener();
    for (const listener of this.#followers) listener();
    this.#tell();
  }

  /** Applies the changes on top of the answers, once for any number of changes. Returns the entries that changed. */
  #replay(): Entry[] {
    if (!this.#isDirty) return [];
    this.#isDirty = false;
    const replaced = replay(this.#entries, this.#overlays);
    return [...this.#entries].flatMap(([key, entry]) => {
      const { answer, isPartial, error } = entry.seen;
      const next = replaced.has(key) ? replaced.get(key) : entry.base;
      const seen = {
        answer: withSharedParts(answer, next),
        isPartial: entry.base === undefined && next !== undefined,
        error: entry.read instanceof Error ? entry.read : undefined,
      };
      if (seen.answer === answer && seen.isPartial === isPartial && seen.error === error) return [];
      entry.seen = seen;
      return [entry];
    });
  }

  #tell(): void {
    const next = summaryOf(this.#entries.values());
    if (!isSameSummary(next, this.#summary.snapshot())) this.#summary.set(next);
  }
}

/** The answers of this window. */
export const answers = new Answers();
