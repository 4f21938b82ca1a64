import type { FunctionArgs, FunctionReference } from "convex/server";
import { useMemo, useState } from "react";
import { type PageEnds, endsAfter, pagesOf } from "../../lib/page-ends.ts";
import { useLast } from "../use-last.ts";
import { useLiveQueries } from "./use-live-query.ts";

type Page<Item> = { page: Item[]; continueCursor: string | null };

/** A query that returns pages. */
type PageQuery<Args extends Record<string, unknown>, Item> = FunctionReference<
  "query",
  "public",
  Args,
  Page<Item>
>;

/** The loaded part of a long list, live. */
export interface LivePages<Item> {
  /** Undefined until the first page is loaded. */
  items: readonly Item[] | undefined;
  /** The number of loaded pages. */
  pages: number;
  hasMore: boolean;
  readMore: () => void;
}

/**
 * A long list, newest first, page by page. The end of a loaded page stays fixed, so that a new entry sends only one
 * page again. Another question needs another component: use the question as its React key.
 */
export function useLivePages<Args extends Record<string, unknown>, Item>(
  query: PageQuery<Args, Item>,
  question: Omit<NoInfer<Args>, "cursor" | "through" | "limit" | "session">,
  limit: number,
): LivePages<Item> {
  const [ends, setEnds] = useState<PageEnds>([]);
  const asked = pagesOf(question, { ends, limit }) as unknown as FunctionArgs<typeof query>[];
  const answers: readonly Page<Item>[] | undefined = useLiveQueries(query, asked);
  // A further page that loads removes nothing from the screen.
  const shown = useLast(answers);
  const kept = answers === undefined ? ends : endsAfter(ends, answers);
  if (kept !== ends) setEnds(kept);
  const items = useMemo(() => shown?.flatMap(({ page }) => page), [shown]);
  const next = answers?.at(-1)?.continueCursor ?? null;
  return {
    items,
    pages: shown?.length ?? 0,
    hasMore: shown !== undefined && (answers === undefined || next !== null),
    readMore: () => {
      if (next !== null) setEnds((old) => (old.includes(next) ? old : [...old, next]));
    },
  };
}
