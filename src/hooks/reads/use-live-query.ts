import { type ConvexReactClient, type OptionalRestArgsOrSkip, useConvex } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
} from "convex/server";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { answers } from "../../lib/answers/answers.ts";
import { keyOf } from "../../lib/answers/question.ts";
import { Reading, type SeenTogether } from "../../lib/answers/reading.ts";
import { errorCode } from "../../lib/errors.ts";

type Query = FunctionReference<"query">;

/**
 * A live read; undefined while it loads. An answer stays when a later read fails, so that typed text is not lost;
 * `answers` records the failure. A first failure is thrown, and so is one that the server announces.
 */
export function useLiveQuery<Asked extends Query>(
  query: Asked,
  ...[args]: OptionalRestArgsOrSkip<Asked>
): FunctionReturnType<Asked> | undefined {
  const asked = args === "skip" ? [] : [(args ?? {}) as FunctionArgs<Asked>];
  return useLiveQueries(query, asked)?.[0];
}

/**
 * A live read of one query with several arguments: the answers in order, undefined until all are loaded. The array is a
 * new object only when an answer changes.
 */
export function useLiveQueries<Asked extends Query>(
  query: Asked,
  asked: readonly FunctionArgs<Asked>[],
): readonly FunctionReturnType<Asked>[] | undefined {
  const { answers: found, each } = useReading(query, asked);
  for (const { answer, error } of each) {
    if (error && (answer === undefined || errorCode(error) !== null)) throw error;
  }
  return found;
}

/**
 * A live read of one query with several arguments, for a part that can show some of the answers: an answer that is
 * loading or failed is undefined. The array is a new object only when an answer changes.
 */
export function useLiveParts<Asked extends Query>(
  query: Asked,
  asked: readonly FunctionArgs<Asked>[],
): readonly (FunctionReturnType<Asked> | undefined)[] {
  const { each } = useReading(query, asked);
  return useMemo(
    () => each.map(({ answer }) => answer as FunctionReturnType<Asked> | undefined),
    [each],
  );
}

/** A live read for a part that shows a failure itself: the last answer, or the reason why there is none. */
export function useLiveStatus<Asked extends Query>(
  query: Asked,
  ...[args]: OptionalRestArgsOrSkip<Asked>
): { answer: FunctionReturnType<Asked> | undefined; error: Error | undefined } {
  const asked = args === "skip" ? [] : [(args ?? {}) as FunctionArgs<Asked>];
  const [seen] = useReading(query, asked).each;
  const answer = seen?.answer as FunctionReturnType<Asked> | undefined;
  return { answer, error: answer === undefined ? seen?.error : undefined };
}

/** True while the answer consists of waiting changes only, because neither the server nor this device has the rest. */
export function useIsPartial<Asked extends Query>(
  query: Asked,
  args: FunctionArgs<Asked>,
): boolean {
  return useReading(query, [args]).each[0]?.isPartial ?? false;
}

/** The answer to a single read. An answer that this device keeps is returned at once. */
export async function askOnce<Asked extends Query>(
  client: Pick<ConvexReactClient, "query">,
  query: Asked,
  args: FunctionArgs<Asked>,
): Promise<FunctionReturnType<Asked>> {
  return await answers.ask(client, keyOf(getFunctionName(query), args));
}

function useReading<Asked extends Query>(
  query: Asked,
  asked: readonly FunctionArgs<Asked>[],
): SeenTogether {
  const client = useConvex();
  const [reading] = useState(() => new Reading(client));
  const name = getFunctionName(query);
  const keys = asked.map((args) => keyOf(name, args));
  const keysText = keys.join("\n");
  const seen = useSyncExternalStore(reading.subscribe, () => reading.look(keys));
  useEffect(() => reading.watch(keysText === "" ? [] : keysText.split("\n")), [reading, keysText]);
  useEffect(() => () => reading.watch([]), [reading]);
  return seen;
}
