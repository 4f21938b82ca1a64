import type { ServerResponse } from "node:http";

/** Headers of every answer; a handler may replace them. */
export type SecurityHeaders = Readonly<Record<string, string>>;

// A year: what browsers ask for before they remember a site as https for good.
const httpsOnly = "max-age=31536000";

const ofEverySite: SecurityHeaders = {
  // The policy of answers that are not pages: nothing in them may load, run or be framed.
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  // An app may take pictures with the camera; nothing else of the device is asked for.
  "Permissions-Policy":
    "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), display-capture=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  // Pages of other sites load nothing of ours, neither as a picture nor as a script.
  "Cross-Origin-Resource-Policy": "same-origin",
};
const ofSafeSites: SecurityHeaders = { ...ofEverySite, "Strict-Transport-Security": httpsOnly };

/** The headers of a site at this origin. */
export function securityHeaders(siteUrl: string): SecurityHeaders {
  return siteUrl.startsWith("https:") ? ofSafeSites : ofEverySite;
}

export function setHeaders(response: ServerResponse, headers: SecurityHeaders): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** The raw text of an answer for a socket that has no response object. */
export function rawResponse(status: string, headers: SecurityHeaders, body: string): string {
  const lines = Object.entries({
    ...headers,
    Connection: "close",
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join("")}\r\n${body}`;
}
