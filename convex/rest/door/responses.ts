import type { ActionCtx } from "../../_generated/server.js";
import { answerBytes } from "./longAnswer.ts";

/** An HTTP action before it is put into the route table: the values of the path's parameters come ready. */
export type Handler = (
  ctx: ActionCtx,
  request: Request,
  params: Readonly<Record<string, string>>,
) => Promise<Response>;

/** A JSON answer, of a value or of its bytes, that no cache keeps and no browser takes for anything else. */
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

/** Sends the browser elsewhere, and gives it cookies and further headers on the way. */
export function redirect(
  location: string,
  cookies: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Response {
  // The address of a sign-in page on its way to the provider is nobody's business there.
  const headers = new Headers({
    Location: location,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    ...more,
  });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
