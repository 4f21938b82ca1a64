import { connectionPerson } from "./connection-person.ts";
import { reportSessionEnd } from "./session-end.ts";

const FIRST_RETRY_MS = 1000;

/** A page without a network asks now and then; the return of the network is told to it. */
const LAST_RETRY_MS = 30_000;

/** The server lets a token go with the session's last second; it is asked again after that. */
const GRACE_MS = 500;

let endOfToken: ReturnType<typeof setTimeout> | undefined;

/**
 * A short-lived token, or null when the server knows no session. An unreachable server says nothing
 * about the session, so it is asked again until it answers. Nobody else asks when a session runs
 * out, so a token that no other has followed by its end is asked about here. The cookie may be another person's by now; the
 * session of this page is over then, and nothing that is done here goes out in their name.
 */
export async function fetchToken(): Promise<string | null> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    const response = await fetch("/api/auth/token", { credentials: "include" }).catch(() => null);
    // The end of an answer is missing where the server dies meanwhile, which says nothing about the session either.
    const body: unknown = response?.ok === true ? await response.json().catch(() => null) : null;
    if (body !== null) {
      const token = tokenOf(body);
      if (token === null || !isOfThisPage(token)) return null;
      watch(token);
      return token;
    }
    if (response?.status === 401) return null;
    await networkOr(wait);
  }
}

/**
 * The same after a pause, which is longer with each time before. A server that is found does not end it: one that refuses
 * its own tokens is found each second.
 */
export async function fetchTokenLater(timesBefore: number): Promise<string | null> {
  const wait = Math.min(2 ** timesBefore * FIRST_RETRY_MS, LAST_RETRY_MS);
  await new Promise((resolve) => setTimeout(resolve, wait));
  return await fetchToken();
}

/** Waits until the browser or a probe of the server says that there is a network, or for so long. */
async function networkOr(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
  });
}

/** Asks for the next token when the time of this one is over, which tells whether the session is. */
function watch(token: string): void {
  clearTimeout(endOfToken);
  endOfToken = setTimeout(() => void reportEnd(), lifetimeOf(token) + GRACE_MS);
}

async function reportEnd(): Promise<void> {
  if ((await fetchToken()) === null) reportSessionEnd();
}

/** Binds the page to the person of its first token; a token of anybody else is not for it. */
function isOfThisPage(token: string): boolean {
  const { userId } = claimsOf(token);
  if (connectionPerson.snapshot() === null) connectionPerson.set(userId);
  return connectionPerson.snapshot() === userId;
}

/** From issue to end, so that a wrong clock of this computer does not matter. */
function lifetimeOf(token: string): number {
  const { iat, exp } = claimsOf(token);
  return (exp - iat) * 1000;
}

interface Claims {
  iat: number;
  exp: number;
  userId: string;
}

function claimsOf(token: string): Claims {
  const claims = token.split(".")[1] ?? "";
  return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as Claims;
}

function tokenOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("token" in body)) return null;
  return typeof body.token === "string" ? body.token : null;
}
