import type { Invalidation } from "../../src/database/reads/invalidation.ts";
import { AnswerRoom } from "../../src/functions/live/answer-room.ts";
import type { LiveClient } from "../../src/functions/live/live-client.ts";
import type { LiveQuery } from "../../src/functions/live/live-query.ts";
import type { WatchedQuery } from "../../src/wire/live-clients.ts";
import type { Prepared } from "../../src/functions/run/calls.ts";

type Halves = Record<string, { gate: string; body: string }>;
type Functions = Map<string, Prepared["called"]>;

/** Returns a `prepare` that finds a function for every path, the same one each time. The test answers the calls. */
export function createPrepare(halves: Halves = {}) {
  const functions: Functions = new Map();
  return ({ path, args }: { path: string; args: object }): Prepared => {
    return {
      ok: true,
      called: functionAt(path, halves, functions),
      argsText: JSON.stringify([args]),
    };
  };
}

/** The same `prepare` for tests that do not use the functions. */
export const preparedQuery = createPrepare();

function functionAt(path: string, halves: Halves, functions: Functions): Prepared["called"] {
  const known = functions.get(path);
  if (known !== undefined) return known;
  const own = halves[path];
  const called: Prepared["called"] = {
    ...{ path, kind: "query", visibility: "public" },
    validators: () => ({ args: { type: "any" }, returns: null }),
    invoke: () => Promise.reject(new Error("Nothing is run.")),
    halves: own
      ? {
          gate: functionAt(own.gate, {}, functions),
          body: functionAt(own.body, {}, functions),
        }
      : null,
    mayWait: false,
  };
  functions.set(path, called);
  return called;
}

/** Builds a watched query with defaults for most fields. */
export function watchedOf(path: string, more: Partial<WatchedQuery> = {}): WatchedQuery {
  return { queryId: 0, path, args: "{}", journal: null, refusal: null, ...more };
}

/** Makes a room of answers without a limit. `reads` finds the queries that a write changes; by default none. */
export function endlessRoom(
  reads: Invalidation<LiveQuery<LiveClient>> = {
    ...{ set: () => undefined, delete: () => undefined, match: () => new Set() },
  },
): AnswerRoom {
  return new AnswerRoom(reads, { mostBytes: Infinity, cut: () => undefined });
}
