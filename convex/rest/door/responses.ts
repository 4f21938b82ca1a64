import type { ActionCtx } from "../../_generated/server.js";
import { answerBytes } from "./longAnswer.ts";

/** A handler of HTTP requests, before it is added to the router; the parameters of the path are already parsed. */
export type Handler = (
  ctx: ActionCtx,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A JSON response that is never cached and whose type browsers do not guess; `body` is a value or its JSON bytes. */
export function jsonResponse(status: number, body: unknown): Response {
  return new Response(
    body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : answerBytes(body),
    {
      status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    },
  );
}

/** A redirect that also sets cookies and further headers. */
export function redirect(
  location: string,
  cookies: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Response {
  // The provider must not learn the address of the page from which the sign-in started.
  const headers = new Headers({
    Location: location,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...more,
  });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
