import type { OptimisticLocalStore } from "convex/browser";
import { ConvexProvider, type ConvexReactClient } from "convex/react";
import { getFunctionName, type FunctionArgs, type FunctionReference } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import type { ReactNode } from "react";

type AnyQuery = FunctionReference<"query">;
type AnyMutation = FunctionReference<"mutation">;
type Overlay = (store: OptimisticLocalStore) => void;
type Call = { name: string; args: Record<string, unknown> };
type Entry = { name: string; args: Record<string, Value>; value: unknown };

/**
 * A fake backend. Queries return the answers that a test sets, and mutations run the handlers that it sets. Optimistic
 * updates apply on top of the answers until their mutation has ended, as in the real client.
 */
export class FakeConvex {
  /** All mutations and one-time queries in order, except those that a page sends on its own for presence. */
  readonly sent: Call[] = [];
  readonly #sentUnasked: Call[] = [];
  /** The keys of all queries that have ever been subscribed to. */
  readonly watched = new Set<string>();
  readonly #served = new Map<string, Entry>();
  readonly #servedAnew = new Map<string, unknown>();
  readonly #readers = new Map<string, number>();
  #shown = new Map<string, Entry>();
  readonly #overlays = new Set<Overlay>();
  readonly #handlers = new Map<string, (args: never) => unknown>();
  readonly #listeners = new Set<() => void>();
  readonly #followers = new Set<() => void>();
  #isConnected = true;

  /** Sets the answer of a query from now on; an Error is thrown to its readers. */
  answer<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>, value: unknown): void {
    this.answerTogether(query, [[args, value]]);
  }

  /** Returns true while the query has a subscriber. */
  isRead<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>): boolean {
    return (this.#readers.get(keyOf(getFunctionName(query), args)) ?? 0) > 0;
  }

  /** Sets the answers of several calls of one query in one message of the server. */
  answerTogether<Query extends AnyQuery>(
    query: Query,
    news: readonly (readonly [FunctionArgs<Query>, unknown])[],
  ): void {
    const name = getFunctionName(query);
    for (const [args, value] of news) this.#served.set(keyOf(name, args), { name, args, value });
    this.#refresh();
  }

  /**
   * Sets the answer that a query gets when it is next subscribed to after having no subscriber: a failed query does not
   * run again before that.
   */
  answerAnew<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>, value: unknown) {
    this.#servedAnew.set(keyOf(getFunctionName(query), args), value);
  }

  /** Sets the handler of a mutation or a one-time query; without one, the call never settles. */
  handle<Called extends AnyMutation | AnyQuery>(
    called: Called,
    handler: (args: FunctionArgs<Called>) => unknown,
  ): void {
    this.#handlers.set(getFunctionName(called), handler);
  }

  /** Returns the arguments of all calls of a mutation or a one-time query. */
  calls(called: AnyMutation | AnyQuery): Record<string, unknown>[] {
    const name = getFunctionName(called);
    const all = [...this.sent, ...this.#sentUnasked];
    return all.filter((call) => call.name === name).map((call) => call.args);
  }

  /** Returns the same arguments without the fields that make it safe to send a mutation again. */
  acts(called: AnyMutation): Record<string, unknown>[] {
    return this.calls(called).map(({ key: _key, madeAt: _madeAt, ...args }) => args);
  }

  /** Disconnects the client. */
  disconnect(): void {
    this.#isConnected = false;
    for (const follow of this.#followers) follow();
  }

  connect(): void {
    this.#isConnected = true;
    for (const follow of this.#followers) follow();
  }

  /** Wraps the React tree so that it uses this backend. */
  wrap(children: ReactNode): ReactNode {
    return (
      <ConvexProvider client={this.#client as unknown as ConvexReactClient}>
        {children}
      </ConvexProvider>
    );
  }

  readonly #client = {
    connectionState: () => ({ isWebSocketConnected: this.#isConnected }),
    subscribeToConnectionState: (listener: () => void) => {
      this.#followers.add(listener);
      return () => this.#followers.delete(listener);
    },
    watchQuery: (query: AnyQuery, args: Record<string, Value> = {}) => {
      const key = keyOf(getFunctionName(query), args);
      return {
        onUpdate: (listener: () => void) => {
          this.watched.add(key);
          this.#listeners.add(listener);
          this.#countReader(key, 1);
          if (this.#readers.get(key) === 1 && this.#servedAnew.has(key)) {
            queueMicrotask(() => this.answer(query, args, this.#servedAnew.get(key)));
          }
          return () => {
            this.#listeners.delete(listener);
            this.#countReader(key, -1);
          };
        },
        localQueryResult: () => {
          const value = this.#shown.get(key)?.value;
          if (value instanceof Error) throw value;
          return value;
        },
        journal: () => undefined,
      };
    },
    query: async (query: AnyQuery, args: Record<string, Value> = {}) => {
      const name = getFunctionName(query);
      this.#note({ name, args });
      const handler = this.#handlers.get(name) as ((args: unknown) => unknown) | undefined;
      return await (handler ? handler(args) : new Promise(() => undefined));
    },
    mutation: async (
      mutation: AnyMutation,
      args: Record<string, Value> = {},
      options?: { optimisticUpdate?: (store: OptimisticLocalStore, args: unknown) => void },
    ) => {
      const name = getFunctionName(mutation);
      const update = options?.optimisticUpdate;
      const overlay = update && ((store: OptimisticLocalStore) => update(store, args));
      this.#note({ name, args });
      if (overlay) this.#overlays.add(overlay);
      this.#refresh();
      try {
        const handler = this.#handlers.get(name) as ((args: unknown) => unknown) | undefined;
        return await (handler ? handler(args) : new Promise(() => undefined));
      } finally {
        if (overlay) this.#overlays.delete(overlay);
        this.#refresh();
      }
    },
  };

  #note(call: Call): void {
    (call.name.startsWith("presence:") ? this.#sentUnasked : this.sent).push(call);
  }

  #countReader(key: string, change: number): void {
    this.#readers.set(key, (this.#readers.get(key) ?? 0) + change);
  }

  #refresh(): void {
    this.#shown = new Map(this.#served);
    for (const overlay of this.#overlays) overlay(this.#store);
    for (const listener of this.#listeners) listener();
  }

  readonly #store = {
    getQuery: (query: AnyQuery, args: Record<string, Value> = {}) =>
      withoutError(this.#shown.get(keyOf(getFunctionName(query), args))?.value),
    getAllQueries: (query: AnyQuery) =>
      [...this.#shown.values()]
        .filter((entry) => entry.name === getFunctionName(query))
        .map((entry) => ({ ...entry, value: withoutError(entry.value) })),
    setQuery: (query: AnyQuery, args: Record<string, Value>, value: unknown) => {
      const name = getFunctionName(query);
      this.#shown.set(keyOf(name, args), { name, args, value });
    },
  } as unknown as OptimisticLocalStore;
}

// Optimistic updates see a failed query as one that is loading.
const withoutError = (value: unknown) => (value instanceof Error ? undefined : value);

function keyOf(name: string, args: Record<string, Value>): string {
  return `${name} ${JSON.stringify(convexToJson(args))}`;
}
