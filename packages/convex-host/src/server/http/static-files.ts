import { readdirSync, readFileSync, type ReadStream, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, resolve } from "node:path";
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
  const contents = readAll(resolve(folder));
  return (request, response, next) => {
    if (request.method !== "GET" && request.method !== "HEAD") return next();
    response.once("pipe", (source: ReadStream) => sendAsRead(response, source, contents));
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

/** The contents of all files below a folder, by their path. */
function readAll(folder: string): ReadonlyMap<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    join(folder, name),
  );
  return new Map(
    paths.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path)]),
  );
}

/**
 * Ends an answer, whose headers are those of the start, with the contents of the start: a build may have put another file in the
 * place of this one, and a page would begin with one build and go on with the next.
 */
function sendAsRead(
  response: ServerResponse,
  source: ReadStream,
  contents: ReadonlyMap<string, Buffer>,
): void {
  const content = contents.get(String(source.path));
  // A file that is not one of these and went away is a broken answer, and not the end of the process.
  source.on("error", () => content ?? response.destroy());
  if (content === undefined) return;
  source.destroy();
  response.end(content);
}
