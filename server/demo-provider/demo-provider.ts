import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { contentSecurityPolicy, peoplePage, problemPage } from "./page.ts";
import { type DemoPerson, personOf, samplePeople } from "./people.ts";
import { drawPicture } from "./picture.ts";
import { buildProvider } from "./provider.ts";

/** The handler for everything under /idp; the address of a request may still have that prefix or have lost it. */
export type DemoProvider = { handle(req: IncomingMessage, res: ServerResponse): void };

export type DemoProviderOptions = {
  /** Public origin of the workspace. */
  siteUrl: string;
  /** The provider's own origin, below /idp; by default that of the workspace. */
  origin?: string;
  companyDomain: string;
  clientId: string;
  clientSecret: string;
  clock?: () => number;
};

const mountPath = "/idp";

const sessionCookie = "idp_session";

// An email address in a form field, with room to spare.
const longestForm = 4096;

/**
 * A real OpenID Connect server for trying the workspace: whoever comes picks a person from a page, and a `login_hint`
 * signs that person straight in. It lets anyone be anyone, so it must only listen on loopback.
 */
export function createDemoProvider(options: DemoProviderOptions): DemoProvider {
  const { siteUrl, origin = siteUrl, companyDomain, clock = Date.now } = options;
  const people = samplePeople(companyDomain);
  const pictureUrl = (email: string) =>
    `${origin}${mountPath}/pictures/${encodeURIComponent(email)}.svg`;
  const page: PeoplePage = { people, html: peoplePage(people, pictureUrl) };
  const policy = contentSecurityPolicy(siteUrl);
  let provider: Promise<Provider> | undefined;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = enterMount(req, origin);
    res.setHeader("Content-Security-Policy", policy);
    res.setHeader("X-Content-Type-Options", "nosniff");
    const picture = /^\/pictures\/([^/]+)\.svg$/.exec(path)?.[1];
    if (picture !== undefined) return sendPicture(res, personOf(safeDecode(picture), people));
    provider ??= buildProvider({ ...options, origin, people, pictureUrl, clock });
    if (path.startsWith("/sign-in/")) return await signIn(await provider, page, { req, res });
    forgetLastPerson(req);
    await (await provider).callback()(req, res);
  }

  return {
    handle: (req, res) => {
      answer(req, res).catch((error: unknown) => sendProblem(res, error, siteUrl));
    },
  };
}

type PeoplePage = { people: readonly DemoPerson[]; html: string };

async function signIn(
  provider: Provider,
  { people, html }: PeoplePage,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
): Promise<void> {
  const { params } = await provider.interactionDetails(req, res);
  const chosen = req.method === "POST" ? await readChoice(req) : params.login_hint;
  const person = typeof chosen === "string" ? personOf(chosen, people) : null;
  if (person === null) return sendPage(res, 200, html);
  await provider.interactionFinished(req, res, { login: { accountId: person.email } });
}

function sendPicture(res: ServerResponse, person: DemoPerson | null): void {
  if (person === null) return sendPage(res, 404, "");
  res.setHeader("Content-Type", "image/svg+xml");
  res.setHeader("Cache-Control", "private, max-age=86400");
  res.end(drawPicture(person));
}

function sendProblem(res: ServerResponse, error: unknown, siteUrl: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  // The provider throws these for a sign-in that it does not know (any more); any other error is a defect.
  const isOver = error instanceof Error && error.name === "SessionNotFound";
  const message = isOver ? "It took too long, or it was finished already." : "Please try again.";
  sendPage(res, isOver ? 400 : 500, problemPage(message, `${siteUrl}/api/login/retry`));
}

/** Prepares a request for a server that lives below a path: returns the path within it. */
function enterMount(req: IncomingMessage & { originalUrl?: string }, origin: string): string {
  const url = req.url ?? "/";
  const isWithin =
    url === mountPath || url.startsWith(`${mountPath}/`) || url.startsWith(`${mountPath}?`);
  const inner = isWithin ? url.slice(mountPath.length) || "/" : url;
  req.url = inner;
  // The provider finds out where it is mounted by comparing the two.
  req.originalUrl = mountPath + inner;
  const { host, protocol } = new URL(origin);
  req.headers.host = host;
  req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete req.headers["x-forwarded-host"];
  return inner.split("?")[0] ?? "/";
}

/** Everyone who comes is asked anew, so that one person can be several, one after the other. */
function forgetLastPerson(req: IncomingMessage): void {
  const cookies = req.headers.cookie?.split("; ") ?? [];
  const others = cookies.filter((cookie) => !cookie.startsWith(sessionCookie));
  req.headers.cookie = others.join("; ");
}

async function readChoice(req: IncomingMessage): Promise<string | null> {
  let form = "";
  for await (const chunk of req) {
    form += String(chunk);
    if (form.length > longestForm) return null;
  }
  return new URLSearchParams(form).get("person");
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  res.statusCode = status;
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  res.end(html);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
