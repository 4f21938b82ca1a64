import type { OptimisticLocalStore } from "convex/browser";
import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { errorCode } from "../errors.ts";
import { withSharedParts } from "../shared-parts.ts";
import { createStore } from "../store.ts";
import { keyOf, questionOf, type Question } from "./question.ts";
import { replay, storeOver, type Overlay } from "./replay.ts";

/** The part of the live client that answers come from. */
export type LiveClient = Pick<ConvexReactClient, "watchQuery">;

/** The knowledge about one question; another object only when something of it is another. */
export interface Seen {
  /** The last answer with the changes on top of it; undefined while there is none. */
  answer: unknown;
  /** The reason why it cannot be read now. */
  error: Error | undefined;
}

interface Entry {
  question: Question;
  client: LiveClient;
  watch: ReturnType<LiveClient["watchQuery"]>;
  /** The last result of the client. */
  read: unknown;
  /** The last answer of the server, without the changes on top. */
  base: unknown;
  seen: Seen;
  listeners: Set<() => void>;
  stop: (() => void) | undefined;
}

/**
 * The answers of the live reads of this window by question, with the changes that are not confirmed yet on top of them. It
 * owns the subscriptions: one a question, as long as somebody reads it. Answers keep the identity of what is equal.
 */
class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #offered = new Map<string, unknown>();
  readonly #stale = createStore(false);
  #overlays: readonly Overlay[] = [];
  #isDirty = false;

  /** True while something is on the screen that had answered and cannot be brought up to date. */
  readonly stale = { snapshot: this.#stale.snapshot, subscribe: this.#stale.subscribe };

  /** Shows these changes, in this order, on top of the answers, in place of those shown before. */
  setOverlays(overlays: readonly Overlay[]): void {
    this.#overlays = overlays;
    this.#isDirty = true;
    this.#show();
  }

  /** The answers that are read now, as they are shown, to look into. */
  shown(): Pick<OptimisticLocalStore, "getQuery" | "getAllQueries"> {
    this.#replay();
    const entries = [...this.#entries];
    return storeOver(
      new Map(entries.map(([key, { question, seen }]) => [key, { question, base: seen.answer }])),
      new Map(),
    );
  }

  /** Takes an answer that came another way; it serves until the first live one. */
  offer(name: string, args: Question["args"], answer: unknown): void {
    const key = keyOf(name, args);
    const entry = this.#entries.get(key);
    if (entry?.read !== undefined) return;
    this.#offered.set(key, answer);
    if (entry === undefined) return;
    entry.base = answer;
    this.#isDirty = true;
    this.#show();
  }

  /** The present knowledge about a question; for a render, so nobody is told of anything. */
  look(client: LiveClient, key: string): Seen {
    const entry = this.#entryOf(client, key);
    if (entry.listeners.size === 0) this.#refresh(entry);
    this.#replay();
    return entry.seen;
  }

  /** Reads a question live and calls back after each change, until the returned function is called. */
  claim(client: LiveClient, key: string, listener: () => void): () => void {
    const entry = this.#entryOf(client, key);
    entry.listeners.add(listener);
    if (entry.listeners.size === 1) this.#start(entry);
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      entry.stop?.();
      this.#entries.delete(key);
      this.#tellStale();
    };
  }

  /** Asks anew for what is stale. A failed read runs again only once nobody has been asking. */
  askStaleAnew(): void {
    const stale = [...this.#entries.values()].filter(isStale);
    for (const { stop } of stale) stop?.();
    for (const entry of stale) this.#start(entry);
  }

  #start(entry: Entry): void {
    entry.stop = entry.watch.onUpdate(() => this.#take(entry));
    this.#take(entry);
  }

  /** Takes what the client has. It tells of each answer of a batch by itself and holds them all when it tells of the first. */
  #take(told: Entry): void {
    if (!this.#refresh(told)) return;
    for (const [key, entry] of this.#entries) {
      // A render that was never completed leaves an entry that nobody reads.
      if (entry.listeners.size === 0) this.#entries.delete(key);
      else this.#refresh(entry);
    }
    this.#show();
  }

  #entryOf(client: LiveClient, key: string): Entry {
    const known = this.#entries.get(key);
    if (known?.client === client) return known;
    const question = questionOf(key);
    const entry: Entry = {
      question,
      client,
      watch: client.watchQuery(makeFunctionReference<"query">(question.name), question.args),
      ...{ read: undefined, base: this.#offered.get(key), stop: undefined },
      seen: { answer: this.#offered.get(key), error: undefined },
      listeners: new Set(),
    };
    this.#entries.set(key, entry);
    this.#isDirty ||= this.#overlays.length > 0;
    return entry;
  }

  /** True when the client has another result than before. */
  #refresh(entry: Entry): boolean {
    const read = resultOf(entry.watch);
    if (isSameResult(entry.read, read)) return false;
    entry.read = read;
    if (read !== undefined && !(read instanceof Error)) {
      entry.base = withSharedParts(entry.base, read);
      this.#offered.delete(keyOf(entry.question.name, entry.question.args));
    }
    this.#isDirty = true;
    return true;
  }

  #show(): void {
    for (const { listeners } of this.#replay()) for (const listener of listeners) listener();
    this.#tellStale();
  }

  /** Brings what is seen up to date, once for any number of changes; returns what is seen differently now. */
  #replay(): Entry[] {
    if (!this.#isDirty) return [];
    this.#isDirty = false;
    const replaced = replay(this.#entries, this.#overlays);
    return [...this.#entries].flatMap(([key, entry]) => {
      const { answer, error } = entry.seen;
      const next = replaced.has(key) ? replaced.get(key) : entry.base;
      const seen = {
        answer: withSharedParts(answer, next),
        error: entry.read instanceof Error ? entry.read : undefined,
      };
      if (seen.answer === answer && seen.error === error) return [];
      entry.seen = seen;
      return [entry];
    });
  }

  #tellStale(): void {
    const hasStale = [...this.#entries.values()].some(isStale);
    if (hasStale !== this.#stale.snapshot()) this.#stale.set(hasStale);
  }
}

/** The answers of this window. */
export const answers = new Answers();

function isStale({ seen, listeners }: Entry): boolean {
  return listeners.size > 0 && seen.error !== undefined && seen.answer !== undefined;
}

function resultOf(watch: Entry["watch"]): unknown {
  try {
    return watch.localQueryResult();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The client makes the error of a failed read anew each time it is asked for. */
function isSameResult(older: unknown, newer: unknown): boolean {
  if (!(older instanceof Error && newer instanceof Error)) return older === newer;
  return older.message === newer.message && errorCode(older) === errorCode(newer);
}
