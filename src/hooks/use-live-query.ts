import { type OptionalRestArgsOrSkip, type RequestForQueries, useQueries } from "convex/react";
import {
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  getFunctionName,
  makeFunctionReference,
} from "convex/server";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { useEffect, useMemo, useState } from "react";
import { errorCode } from "../lib/errors.ts";
import { withSharedParts } from "../lib/shared-parts.ts";
import { staleReads } from "../lib/stale-reads.ts";
import { useStore } from "./use-store.ts";

type Query = FunctionReference<"query">;

/**
 * A live read, undefined while it loads. What it has answered stays when it fails later, so that nobody loses what they
 * are typing, and `staleReads` knows; a first failure, and one that the server announces, is thrown at the page.
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
  const name = getFunctionName(query);
  const keys = asked.map((args) => keyOf(name, args));
  const keysText = keys.join("\n");
  const isResting = useStore(staleReads, ({ resting }) => keys.some((key) => resting.has(key)));
  const askedText = isResting ? "" : keysText;
  const reads = useQueries(useMemo(() => requestsOf(name, askedText), [name, askedText]));

  const [kept, setKept] = useState<Answers>(new Map());
  const answers = withNewer(kept, keys, reads);
  if (answers !== kept) setKept(answers);

  const staleText = keys.filter((key) => answers.has(key) && !isAnswer(reads[key])).join("\n");
  useEffect(() => {
    const takeBacks = linesOf(staleText).map((key) => staleReads.add(key));
    return () => takeBacks.forEach((takeBack) => takeBack());
  }, [staleText]);
  useEffect(() => {
    if (isResting) staleReads.endRest();
  }, [isResting]);

  for (const key of keys) {
    const read: unknown = reads[key];
    if (read instanceof Error && (!answers.has(key) || errorCode(read) !== null)) throw read;
  }
  return useMemo(() => inOrder<FunctionReturnType<Asked>>(answers, keysText), [answers, keysText]);
}

/** The last answer by the key of its question: as it was read, and as it is shown. */
type Answers = ReadonlyMap<string, { read: unknown; shown: unknown }>;

/** The answers that there are now, and the earlier ones where there is none; the same map when nothing changed. */
function withNewer(
  kept: Answers,
  keys: readonly string[],
  reads: Record<string, unknown>,
): Answers {
  const answers = new Map<string, { read: unknown; shown: unknown }>();
  for (const key of keys) {
    const [read, last] = [reads[key], kept.get(key)];
    if (isAnswer(read) && read !== last?.read)
      answers.set(key, { read, shown: withSharedParts(last?.shown, read) });
    else if (last !== undefined) answers.set(key, last);
  }
  const isSame =
    answers.size === kept.size && [...answers].every(([key, answer]) => kept.get(key) === answer);
  return isSame ? kept : answers;
}

function inOrder<Answer>(answers: Answers, keysText: string): Answer[] | undefined {
  const keys = linesOf(keysText);
  return keys.every((key) => answers.has(key))
    ? keys.map((key) => answers.get(key)?.shown as Answer)
    : undefined;
}

function isAnswer(read: unknown): boolean {
  return read !== undefined && !(read instanceof Error);
}

/** The question as a text of one line that is equal for equal questions. */
function keyOf(name: string, args: unknown): string {
  return `${name} ${JSON.stringify(convexToJson(args as Value))}`;
}

function requestsOf(name: string, keysText: string): RequestForQueries {
  const query = makeFunctionReference<"query">(name);
  const requestOf = (key: string) => {
    const args = jsonToConvex(JSON.parse(key.slice(name.length + 1)) as JSONValue);
    return [key, { query, args: args as Record<string, Value> }] as const;
  };
  return Object.fromEntries(linesOf(keysText).map(requestOf));
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
