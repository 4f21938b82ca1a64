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
  /** The folder of the built files. The page is index.whole.html, which may have its code in it, or else index.html. */
  folder: string;
  /** The Content-Security-Policy of pages. Without one, they may load only from their own origin. */
  contentSecurityPolicy?: string;
  /**
   * The Link headers (RFC 8288) of the page at this path for the sender of these cookies. A browser loads early what
   * they name.
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

/** The endings of "index" by which a page is found. The first existing one counts. */
const pageEndings = ["whole.html", "html"];

/**
 * Serves the built front end. Hashed assets may be cached for a year, everything else is checked again each time.
 * Addresses without a file get the page, so that the app's own routes can be opened and reloaded.
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
    // Ranges are ignored: a part of a file is useless here, and a malformed range would break the connection.
    delete request.headers.range;
    // The policy is set on "304 Not Modified" too, whose headers replace those that the browser has cached.
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
 * Ends an answer, whose headers are those of the start, with the contents of the start. A build may have replaced the
 * file since, and a page would begin with one build and go on with the next.
 */
function sendAsRead(
  response: ServerResponse,
  source: ReadStream,
  contents: ReadonlyMap<string, Buffer>,
): void {
  const content = contents.get(String(source.path));
  // A missing file without contents of the start breaks its answer, and must not end the process.
  source.on("error", () => content ?? response.destroy());
  if (content === undefined) return;
  source.destroy();
  response.end(content);
}
