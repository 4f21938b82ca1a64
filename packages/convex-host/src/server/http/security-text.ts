import type { Exchange } from "./exchange.ts";
import { HttpError, sendText } from "./respond.ts";

export const securityTextPath = "/.well-known/security.txt";

/** The contacts for reports of a weakness. */
export type SecurityText = { contacts: readonly string[]; siteUrl: string; now: () => number };

// The days for which a copy of the text is valid. Each later request gets a later date.
const validDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

/** Answers with the contacts for reports of a weakness (RFC 9116). */
export function answerSecurityText({ request, response }: Exchange, text: SecurityText): void {
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new HttpError(405, "MethodNotAllowed", "Use GET.");
  response.setHeader("Cache-Control", "max-age=86400");
  sendText(response, { status: 200, type: "text/plain; charset=utf-8", text: linesOf(text) });
}

function linesOf({ contacts, siteUrl, now }: SecurityText): string {
  const expires = new Date((Math.floor(now() / dayMs) + validDays) * dayMs);
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    // A plain http address proves nothing, so it is not named as the canonical one.
    ...(siteUrl.startsWith("https:") ? [`Canonical: ${siteUrl}${securityTextPath}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}
