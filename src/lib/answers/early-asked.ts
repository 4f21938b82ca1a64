import { apiGet } from "../api-client.ts";
import { argsIn } from "../address-pattern.ts";
import { mondayAt, weekRangeFrom } from "../week-range.ts";
import { type EarlyRead, earlyReads } from "./early-reads.ts";

/** The address that returns the signed-in user. */
export const userAddress = "/api/auth/user";

/** A read over HTTP that was sent before its answer was needed. */
interface EarlyAsked {
  answer: Promise<unknown>;
  /** The result; null while the read is in flight. */
  outcome: { answer: unknown } | { error: unknown } | null;
}

const asked = new Map<string, EarlyAsked>();
const taken = new Set<string>();

/** Sends a read ahead of the code that needs it, unless that code has already taken it. */
export function askAhead(path: string): void {
  if (!taken.has(path)) askEarly(path);
}

/** Sends a read, unless it is already in flight. For the signed-in user, a missing session is the answer `null`. */
export function askEarly(path: string): EarlyAsked {
  const known = asked.get(path);
  if (known) return known;
  const answer = apiGet([path], { on401: path === userAddress ? "null" : "throw" });
  const read: EarlyAsked = { answer, outcome: null };
  answer.then(
    (value) => (read.outcome = { answer: value }),
    (error: unknown) => (read.outcome = { error }),
  );
  asked.set(path, read);
  return read;
}

/** Returns an early read and removes it, because its answer may be used once: the next call sends a new request. */
export function takeEarly(path: string): EarlyAsked {
  const read = askEarly(path);
  asked.delete(path);
  taken.add(path);
  return read;
}

/** Forgets the early reads that were not taken. */
export function forgetEarly(): void {
  asked.clear();
}

/** The first reads of the screen at an address, with the names in their paths filled in from the address. */
export function readsAt(
  pathname: string,
  search = window.location.search,
): (EarlyRead & { args: Record<string, string> })[] {
  for (const [pattern, reads] of Object.entries(earlyReads)) {
    const found = argsIn(pathname, pattern);
    if (found !== null) return reads.flatMap((read) => filledRead(read, { found, search }));
  }
  return [];
}

/** The read with its path and arguments filled in; none when the address names a week. */
function filledRead(
  { path, name, isOfWeek }: EarlyRead,
  { found, search }: { found: Record<string, string>; search: string },
) {
  const read = { name, ...filled(path, found) };
  if (!isOfWeek) return [read];
  if (new URLSearchParams(search).has("week")) return [];
  const week = weekRangeFrom(mondayAt(new Date()));
  const asked = `${read.path}?${new URLSearchParams(week).toString()}`;
  return [{ name, path: asked, args: { ...read.args, ...week } }];
}

function filled(path: string, found: Record<string, string>) {
  const args: Record<string, string> = {};
  const asked = path.replace(/\$(\w+)/g, (_, name: string) => (args[name] = found[name] ?? ""));
  return { path: asked, args };
}
