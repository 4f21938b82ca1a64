/** The end cursors of the loaded pages; the page after the last one has no end yet. */
export type PageEnds = readonly string[];

/** The query arguments of the pages; the last page has at most `limit` entries. */
export function pagesOf<Question extends object>(
  question: Question,
  { ends, limit }: { ends: PageEnds; limit: number },
) {
  return [...ends, null].map((through, at) => ({
    ...{ ...question, cursor: ends[at - 1] ?? null },
    ...(through === null ? { limit } : { through }),
  }));
}

/** The end cursors after these answers: a page that has grown too long ends earlier, and a new page follows it. */
export function endsAfter(
  ends: PageEnds,
  answers: readonly { continueCursor: string | null }[],
): PageEnds {
  const next = ends.flatMap((end, at) => {
    const cursor = answers[at]?.continueCursor ?? end;
    return cursor === end ? [end] : [cursor, end];
  });
  return next.length === ends.length ? ends : next;
}
