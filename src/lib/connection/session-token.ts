import { isOfServer } from "../server-answer.ts";
import { connectionPerson } from "./connection-person.ts";
import { reportSessionEnd } from "./session-end.ts";

const FIRST_RETRY_MS = 1000;

/** The longest wait in ms between two attempts; the return of the network ends a wait. */
const LAST_RETRY_MS = 30_000;

/**
 * The delay in ms after a token's end. A token ends with the last second of its session, and the server is asked after
 * that.
 */
const GRACE_MS = 500;

/**
 * The second in which the server made a token, the times in ms of the request and of the answer by this device's clock,
 * and the age of the page in ms at the answer, which no change of that clock alters.
 */
type TimeTold = [second: number, askedAt: number, heardAt: number, age: number];

/** The time that the last token has told; null before the first. */
export const timeTold: { last: TimeTold | null } = { last: null };

let endOfToken: ReturnType<typeof setTimeout> | undefined;

/**
 * A short-lived token, or null when the server knows no session. An unreachable server says nothing about the session,
 * so the request is repeated until it is answered. Nothing else asks when a session runs out, so this function asks
 * again at the end of a token that has no successor. The cookie may belong to another person by then: the session of
 * this page is over in that case, and nothing is sent in the other person's name.
 */
export async function fetchToken(): Promise<string | null> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(2 * wait, LAST_RETRY_MS)) {
    const [askedAt, age] = [Date.now(), performance.now()];
    const response = await askToken();
    // The body is incomplete when the server dies during its response; that says nothing about the session either.
    const body: unknown = response?.ok === true ? await response.json().catch(() => null) : null;
    if (body !== null) {
      const token = tokenOf(body);
      if (token === null) return null;
      const claims = claimsOf(token);
      if (!isOfThisPage(claims)) return null;
      timeTold.last = timeOf(claims.iat, { askedAt, age });
      watch(claims);
      return token;
    }
    if (response?.status === 401) return null;
    await networkOr(wait);
  }
}

/**
 * The time that a token tells which comes now. The clock may have been set back since the request, by a network that has
 * just come: the request is as old then as the page has grown, or older, because no page grows while its device sleeps.
 */
function timeOf(second: number, request: { askedAt: number; age: number }): TimeTold {
  const [heardAt, age] = [Date.now(), performance.now()];
  const askedAt = Math.min(request.askedAt, heardAt - (age - request.age));
  return [second, askedAt, heardAt, age];
}

/** The server's answer; null when it did not come, or something else answered. */
async function askToken(): Promise<Response | null> {
  const response = await fetch("/api/auth/token", { credentials: "include" }).catch(() => null);
  return response !== null && isOfServer(response) ? response : null;
}

/**
 * The same after a pause that grows with `timesBefore`. Finding the server does not end the pause: a server that
 * refuses its own tokens is found every second.
 */
export async function fetchTokenLater(timesBefore: number): Promise<string | null> {
  const wait = Math.min(2 ** timesBefore * FIRST_RETRY_MS, LAST_RETRY_MS);
  await new Promise((resolve) => setTimeout(resolve, wait));
  return await fetchToken();
}

/** Waits until the browser or a probe reports a network, at most `ms` milliseconds. */
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

/**
 * Requests the next token at the end of this one; the answer tells if the session still exists. The lifetime is that
 * from its issue to its end, so that a wrong clock of this computer does not matter.
 */
function watch({ iat, exp }: Claims): void {
  clearTimeout(endOfToken);
  endOfToken = setTimeout(() => void reportEnd(), (exp - iat) * 1000 + GRACE_MS);
}

async function reportEnd(): Promise<void> {
  if ((await fetchToken()) === null) reportSessionEnd();
}

/** Binds the page to the person of its first token; false for another person's token. */
function isOfThisPage({ userId }: Claims): boolean {
  if (connectionPerson.snapshot() === null) connectionPerson.set(userId);
  return connectionPerson.snapshot() === userId;
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
