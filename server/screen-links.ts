import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The build's entry of a screen: in a pattern, a segment that begins with `$` stands for any. */
interface Screen {
  /** The pattern of its address. */
  pattern: string;
  /** The addresses of its chunks. */
  chunks: string[];
  /** The addresses of its first reads, with the names of the pattern in them. */
  reads: string[];
}

/** The session of the workspace; it may be over, which the answers will say. */
const sessionCookie = /(^|[\s;])(__Host-)?turnboard_session=[^;]/;

/**
 * Names, for the address of a page, the chunks of its screen and, for who is signed in, its first reads: a browser asks for
 * them together with the page's first code.
 */
export function screenLinks(
  appFolder: string,
): (pathname: string, cookies: string) => readonly string[] {
  const file = join(appFolder, ".vite/screens.json");
  if (!existsSync(file)) return () => [];
  const screens = JSON.parse(readFileSync(file, "utf8")) as Screen[];
  const known = screens.map((screen) => ({ screen, expression: expressionOf(screen.pattern) }));
  return (pathname, cookies) => {
    for (const { screen, expression } of known) {
      const found = expression.exec(pathname);
      if (found === null) continue;
      const chunks = screen.chunks.map((chunk) => `<${chunk}>; rel=modulepreload`);
      if (!sessionCookie.test(cookies)) return chunks;
      return [...chunks, ...screen.reads.map((read) => readLink(read, found.groups ?? {}))];
    }
    return [];
  };
}

/** The addresses that a pattern means. A named segment holds what ids are made of, and nothing that ends a link. */
function expressionOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\$(\w+)/g, String.raw`(?<$1>\w+)`)}/?$`);
}

function readLink(read: string, names: Record<string, string>): string {
  const address = read.replace(/\$(\w+)/g, (_, name: string) => names[name] ?? "");
  return `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
}
