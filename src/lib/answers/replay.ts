import type { OptimisticLocalStore } from "convex/browser";
import { type FunctionReference, getFunctionName } from "convex/server";
import type { Value } from "convex/values";
import { keyOf, type Question } from "./question.ts";

/** A change that is shown on top of the base answers until it is removed. */
export interface Overlay {
  id: string;
  apply: (store: OptimisticLocalStore) => void;
}

/** A question with its answer below all changes; undefined without one. */
export interface Based {
  question: Question;
  base: unknown;
}

/** The answers that the changes replace, by key; all other answers equal their base. */
export function replay(
  basedByKey: ReadonlyMap<string, Based>,
  overlays: readonly Overlay[],
): ReadonlyMap<string, unknown> {
  const replaced = new Map<string, unknown>();
  if (overlays.length === 0) return replaced;
  const store = storeOver(basedByKey, replaced);
  for (const { apply } of overlays) {
    try {
      apply(store);
    } catch (error) {
      // A change that cannot be applied must not break the screen or the other changes.
      reportError(error);
    }
  }
  return replaced;
}

type Query = FunctionReference<"query">;
type Args = Record<string, Value>;

/** A store that reads the replaced answers first and then the base answers. */
export function storeOver(
  basedByKey: ReadonlyMap<string, Based>,
  replaced: Map<string, unknown>,
): OptimisticLocalStore {
  const valueOf = (key: string): unknown =>
    replaced.has(key) ? replaced.get(key) : basedByKey.get(key)?.base;
  const store = {
    getQuery: (query: Query, args: Args = {}) => valueOf(keyOf(getFunctionName(query), args)),
    getAllQueries: (query: Query) => {
      const name = getFunctionName(query);
      return [...basedByKey]
        .filter(([, { question }]) => question.name === name)
        .map(([key, { question }]) => ({ args: question.args, value: valueOf(key) }));
    },
    setQuery: (query: Query, args: Args, value: unknown) => {
      replaced.set(keyOf(getFunctionName(query), args), value);
    },
  };
  // A store of all queries cannot keep the types of each query's arguments and answer.
  return store as unknown as OptimisticLocalStore;
}
