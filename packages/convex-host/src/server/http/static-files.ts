import type { IncomingMessage, ServerResponse } from "node:http";
import sirv from "sirv";

/** Answers with a file of the built front end, or leaves it to `next`. */
export type StaticHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** The list of a select box (Radix) brings this one fixed style of its own; a test of `src` keeps it true. */
const selectStyleHash = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='";

/** Everything comes from this origin, nothing else is inline; pictures also from where the company's logo is. */
export function contentSecurityPolicy(imageOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    `style-src 'self' ${selectStyleHash}`,
    `img-src ${["'self'", "data:", "blob:", ...imageOrigins].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * The built front end: hashed assets may be kept for ever, everything else is asked for again each time; addresses that
 * name no file get index.html, so that the app's own routes can be opened and reloaded.
 */
export function createStaticHandler(
  folder: string,
  options: { imageOrigins: readonly string[] },
): StaticHandler {
  const policy = contentSecurityPolicy(options.imageOrigins);
  const serve = sirv(folder, {
    etag: true,
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
    response.setHeader("Content-Security-Policy", policy);
    serve(request, response, () => {
      response.setHeader("Content-Security-Policy", otherPolicy);
      next();
    });
  };
}
