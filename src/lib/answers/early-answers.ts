import { answers } from "./answers.ts";
import { askEarly, readsAt, takeEarly } from "./early-asked.ts";

/**
 * Offers to the live reads of the first screen what the page has asked for over HTTP already. A read that fails is left to
 * the live connection, which says why.
 */
export async function offerEarlyAnswers(pathname: string): Promise<void> {
  await Promise.all(
    readsAt(pathname).map(async ({ path, name, args }) => {
      const answer = await takeEarly(path).answer.catch(() => undefined);
      if (answer !== undefined) answers.offer(name, args, answer);
    }),
  );
}

/** The same at once; false, and nothing, while one of the answers is on the way. */
export function offerAtOnce(pathname: string): boolean {
  const reads = readsAt(pathname).map((read) => ({ ...read, ...askEarly(read.path) }));
  if (reads.some(({ outcome }) => outcome === null)) return false;
  for (const { path, name, args, outcome } of reads) {
    takeEarly(path);
    if (outcome !== null && "answer" in outcome) answers.offer(name, args, outcome.answer);
  }
  return true;
}

/** The same from what this device keeps, for a page that begins without its server. */
export async function recallFirst(pathname: string): Promise<void> {
  await Promise.all(readsAt(pathname).map(({ name, args }) => answers.recall(name, args)));
}
