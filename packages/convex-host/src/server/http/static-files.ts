import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/** Answers with a file of the built front end, or leaves it to `next`. */
export type StaticHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export type FrontEndFolder = {
  /** The built files. The page is index.whole.html, which may have its code in it, or else index.html. */
  folder: string;
  /** The policy that tells what pages may load; without one, only what comes from their origin. */
  contentSecurityPolicy?: string;
  /**
   * The links of the page at this path for who sends these cookies (RFC 8288), by which a browser loads early what the page
   * will ask for.
   */
  linksOf?: (pathname: string, cookies: string) => readonly string[];
};

const ownOriginOnly = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The endings of "index" by which a page is found, the first that is there. */
const pageEndings = ["whole.html", "html"];

/**
 * The built front end: hashed assets may be kept for ever, everything else is asked for again each time; addresses that
 * name no file get the page, so that the app's own routes can be opened and reloaded.
 */
export function createStaticHandler({
  folder,
  contentSecurityPolicy = ownOriginOnly,
  linksOf = () => [],
}: FrontEndFolder): StaticHandler {
  const serve = sirv(folder, {
    etag: true,
    extensions: pageEndings,
    single: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith("/assets/");
      response.setHeader(
        "Cache-Control",
        isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      );
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "same-origin");
      const links = isHashed ? [] : linksOf(pathname, response.req.headers.cookie ?? "");
      if (links.length > 0) response.setHeader("Link", links.join(", "));
    },
  });
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    // A file that went away since the start is a broken answer, and not the end of the process.
    response.on("pipe", (source) => source.on("error", () => response.destroy()));
    // A part is of use to nobody, and what is no range would break the line.
    delete request.headers.range;
    // Also on "304 Not Modified", whose headers take the place of those that the browser has kept.
    const otherPolicy = response.getHeader("Content-Security-Policy") ?? "";
    response.setHeader("Content-Security-Policy", contentSecurityPolicy);
    serve(request, response, () => {
      response.setHeader("Content-Security-Policy", otherPolicy);
      next();
    });
  };
}
