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
 * A backend of the test's own making: queries answer what was set, mutations what was told, and optimistic
 * updates lie over the answers until their mutation is done, as in the real client.
 */
export class FakeConvex {
  /** Every mutation sent and every query asked once, in order, but what a page says and asks by itself about who is there. */
  readonly sent: Call[] = [];
  readonly #sentUnasked: Call[] = [];
  /** Every query that was ever subscribed to. */
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

  /** Sets what a query answers from now on; an Error is thrown at its readers. */
  answer<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>, value: unknown): void {
    this.answerTogether(query, [[args, value]]);
  }

  /** True while somebody is subscribed to this question. */
  isRead<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>): boolean {
    return (this.#readers.get(keyOf(getFunctionName(query), args)) ?? 0) > 0;
  }

  /** The same for several questions of one query, in one message of the server. */
  answerTogether<Query extends AnyQuery>(
    query: Query,
    news: readonly (readonly [FunctionArgs<Query>, unknown])[],
  ): void {
    const name = getFunctionName(query);
    for (const [args, value] of news) this.#served.set(keyOf(name, args), { name, args, value });
    this.#refresh();
  }

  /** Sets what a query answers when it is asked after nobody has been asking: what failed is not run again before. */
  answerAnew<Query extends AnyQuery>(query: Query, args: FunctionArgs<Query>, value: unknown) {
    this.#servedAnew.set(keyOf(getFunctionName(query), args), value);
  }

  /** Sets what a mutation, or a query that is asked once, does; without it, the call never settles. */
  handle<Called extends AnyMutation | AnyQuery>(
    called: Called,
    handler: (args: FunctionArgs<Called>) => unknown,
  ): void {
    this.#handlers.set(getFunctionName(called), handler);
  }

  /** The arguments of the calls of one mutation, or of one query that is asked once. */
  calls(called: AnyMutation | AnyQuery): Record<string, unknown>[] {
    const name = getFunctionName(called);
    const all = [...this.sent, ...this.#sentUnasked];
    return all.filter((call) => call.name === name).map((call) => call.args);
  }

  /** The same without what makes it harmless to send them again. */
  acts(called: AnyMutation): Record<string, unknown>[] {
    return this.calls(called).map(({ key: _key, madeAt: _madeAt, ...args }) => args);
  }

  /** Takes the line away. */
  disconnect(): void {
    this.#isConnected = false;
    for (const follow of this.#followers) follow();
  }

  connect(): void {
    this.#isConnected = true;
    for (const follow of this.#followers) follow();
  }

  /** The React tree that reads from this backend. */
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

// To optimistic updates a query that failed is one that loads.
const withoutError = (value: unknown) => (value instanceof Error ? undefined : value);

function keyOf(name: string, args: Record<string, Value>): string {
  return `${name} ${JSON.stringify(convexToJson(args))}`;
}
