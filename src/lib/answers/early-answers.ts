import { answers } from "./answers.ts";
import { askEarly, readsAt, takeEarly } from "./early-asked.ts";

/**
 * Offers the answers that the page requested early over HTTP to the live reads of the first screen. A failed read is
 * left to the live connection, which reports the reason.
 */
export async function offerEarlyAnswers(pathname: string): Promise<void> {
  await Promise.all(
    readsAt(pathname).map(async ({ path, name, args }) => {
      const answer = await takeEarly(path).answer.catch(() => undefined);
      if (answer !== undefined) answers.offer(name, args, answer);
    }),
  );
}

/** Offers the early answers synchronously; false, without any effect, while one of them is still loading. */
export function offerAtOnce(pathname: string): boolean {
  const reads = readsAt(pathname).map((read) => ({ ...read, ...askEarly(read.path) }));
  if (reads.some(({ outcome }) => outcome === null)) return false;
  for (const { path, name, args, outcome } of reads) {
    takeEarly(path);
    if (outcome !== null && "answer" in outcome) answers.offer(name, args, outcome.answer);
  }
  return true;
}

/** Offers the answers that this device keeps, for a page that begins without the server. */
export async function recallFirst(pathname: string): Promise<void> {
  await Promise.all(readsAt(pathname).map(({ name, args }) => answers.recall(name, args)));
}
