import { isOfServer } from "./server-answer.ts";

/** The longest wait in ms for a response; a slow connection needs seconds for its first one. */
const LIMIT_MS = 5000;

/**
 * Tests if there is an answer at the server's address now, with the cheapest request. A network with a sign-in page
 * gives one too: nothing may be lost because of it.
 */
export async function isServerThere(): Promise<boolean> {
  return (await ask("/", { method: "HEAD" }))?.ok === true;
}

/** Tests if the server itself is there now, with its database, and so can do what a person asks for. */
export async function isServerItselfThere(): Promise<boolean> {
  const answer = await ask("/api/health");
  return answer !== null && isOfServer(answer) && answer.ok;
}

async function ask(address: string, init: RequestInit = {}): Promise<Response | null> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  return await fetch(address, { ...init, cache: "no-store", signal }).catch(() => null);
}
