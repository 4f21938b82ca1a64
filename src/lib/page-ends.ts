/** The ends of the pages that were read, each a cursor of the server; the page behind the last one has no end yet. */
export type PageEnds = readonly string[];

/** The arguments of the pages of a question; the last one has at most `limit` entries. */
export function pagesOf<Question extends object>(
  question: Question,
  { ends, limit }: { ends: PageEnds; limit: number },
) {
  return [...ends, null].map((through, at) => ({
    ...{ ...question, cursor: ends[at - 1] ?? null },
    ...(through === null ? { limit } : { through }),
  }));
}

/** The ends once these pages are answered: a page that has grown too long ends earlier, and another one follows it. */
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
