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
 * A live read, undefined while it loads. What it has answered stays when it fails later, so that nobody loses what they
 * are typing, and `answers` knows; a first failure, and one that the server announces, is thrown at the page.
 */
export function useLiveQuery<Asked extends Query>(
  query: Asked,
  ...[args]: OptionalRestArgsOrSkip<Asked>
): FunctionReturnType<Asked> | undefined {
  const asked = args === "skip" ? [] : [(args ?? {}) as FunctionArgs<Asked>];
  return useLiveQueries(query, asked)?.[0];
}

/**
 * The same for several questions of one query at once: their answers in order, undefined until there are all of them.
 * The array is another one only when an answer is.
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
 * The same for a part that shows what there is of them: what has no answer yet, or cannot be read, is undefined. The array is
 * another one only when something of it is.
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

/** A live read for a part that shows a failure in a place of its own: the last answer, or the reason why there is none. */
export function useLiveStatus<Asked extends Query>(
  query: Asked,
  ...[args]: OptionalRestArgsOrSkip<Asked>
): { answer: FunctionReturnType<Asked> | undefined; error: Error | undefined } {
  const asked = args === "skip" ? [] : [(args ?? {}) as FunctionArgs<Asked>];
  const [seen] = useReading(query, asked).each;
  const answer = seen?.answer as FunctionReturnType<Asked> | undefined;
  return { answer, error: answer === undefined ? seen?.error : undefined };
}

/** True while the answer of a read is made of waiting changes alone, because neither the server nor this device has told it. */
export function useIsPartial<Asked extends Query>(
  query: Asked,
  args: FunctionArgs<Asked>,
): boolean {
  return useReading(query, [args]).each[0]?.isPartial ?? false;
}

/** The answer of a question that is asked once: the one that this device keeps at once, where it keeps one. */
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
