import { useQuery as useQueryWithStatus } from "convex-helpers/react";
import type { OptionalRestArgsOrSkip } from "convex/react";
import { type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { convexToJson, type Value } from "convex/values";
import { useEffect, useState } from "react";
import { errorCode } from "../lib/errors.ts";
import { staleReads } from "../lib/stale-reads.ts";
import { useStore } from "./use-store.ts";

/**
 * A live read, undefined while it loads. What it has answered stays when it fails later, so that nobody loses what they
 * are typing, and `staleReads` knows; a first failure, and one that the server announces, is thrown at the page.
 */
export function useLiveQuery<Query extends FunctionReference<"query">>(
  query: Query,
  ...asked: OptionalRestArgsOrSkip<Query>
): FunctionReturnType<Query> | undefined {
  const key = keyOf(query, asked[0]);
  const isResting = useStore(staleReads, ({ resting }) => key !== null && resting.has(key));
  const read = useQueryWithStatus(
    query,
    ...(isResting ? (["skip"] as unknown as typeof asked) : asked),
  );

  const [last, setLast] = useState<{ key: string; answer: FunctionReturnType<Query> } | null>(null);
  const kept = last?.key === key ? last : null;
  if (key !== null && read.isSuccess && kept?.answer !== read.data) {
    setLast({ key, answer: read.data });
  } else if (kept === null && last !== null) setLast(null);

  const staleKey = kept !== null && !read.isSuccess ? kept.key : null;
  useEffect(() => (staleKey === null ? undefined : staleReads.add(staleKey)), [staleKey]);
  useEffect(() => {
    if (isResting) staleReads.endRest();
  }, [isResting]);

  if (read.isError && (kept === null || errorCode(read.error) !== null)) throw read.error;
  return read.isSuccess ? read.data : kept?.answer;
}

/** The question as a text that is equal for equal questions; null when nothing is asked. */
function keyOf(query: FunctionReference<"query">, args: unknown): string | null {
  if (args === "skip") return null;
  return `${getFunctionName(query)} ${JSON.stringify(convexToJson((args ?? {}) as Value))}`;
}
