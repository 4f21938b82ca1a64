import { apiGet } from "../api-client.ts";
import { answers } from "./answers.ts";
import { argsIn } from "../address-pattern.ts";
import { type EarlyRead, earlyReads } from "./early-reads.ts";

/**
 * Offers to the live reads of the first screen what the page has asked for over HTTP already. A read that fails is left to
 * the live connection, which says why.
 */
export async function offerEarlyAnswers(pathname: string): Promise<void> {
  await Promise.all(
    readsAt(pathname).map(async ({ path, name, args }) => {
      const answer = await apiGet([path]).catch(() => undefined);
      if (answer !== undefined) answers.offer(name, args, answer);
    }),
  );
}

/** The reads of the screen at an address, with what the address holds in the place of its names. */
function readsAt(pathname: string): (EarlyRead & { args: Record<string, string> })[] {
  for (const [pattern, reads] of Object.entries(earlyReads)) {
    const args = argsIn(pathname, pattern);
    if (args !== null) {
      return reads.map((read) => ({ ...read, path: filled(read.path, args), args }));
    }
  }
  return [];
}

function filled(path: string, args: Record<string, string>): string {
  return path.replace(/\$(\w+)/g, (_, name: string) => args[name] ?? "");
}
