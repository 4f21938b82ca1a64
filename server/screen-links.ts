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

/** The part of the build's manifest that tells what each page begins with. */
type Manifest = Record<string, { isEntry?: boolean; css?: string[] }>;

/** The session of the workspace; it may be over, which the answers will say. */
const sessionCookie = /(^|[\s;])(__Host-)?turnboard_session=[^;]/;

/** The token of the session, with which a page opens its live connection and begins to show itself. */
const tokenAddress = "/api/auth/token";

/**
 * Names, for the address of a page, its styles, the chunks of its screen and, for who is signed in, its token and first reads.
 * A browser asks for them in this order, few at a time. The page has the first code in it, which is most of the bytes, and
 * runs while the code of the screen, which needs it, is on the way: so that comes last.
 */
export function screenLinks(
  appFolder: string,
): (pathname: string, cookies: string) => readonly string[] {
  const file = join(appFolder, ".vite/screens.json");
  if (!existsSync(file)) return () => [];
  const screens = JSON.parse(readFileSync(file, "utf8")) as Screen[];
  const styles = firstStyles(join(appFolder, ".vite/manifest.json"));
  const known = screens.map((screen) => ({ screen, expression: expressionOf(screen.pattern) }));
  return (pathname, cookies) => {
    for (const { screen, expression } of known) {
      const found = expression.exec(pathname);
      if (found === null) continue;
      const own = screen.chunks.map((chunk) => `${chunkLink(chunk)}; fetchpriority=low`);
      if (!sessionCookie.test(cookies)) return [...styles, ...own];
      return [
        readLink(tokenAddress, {}),
        ...styles,
        ...screen.reads.map((read) => readLink(read, found.groups ?? {})),
        ...own,
      ];
    }
    return [];
  };
}

/** The styles that every page begins with. */
function firstStyles(file: string): string[] {
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  return Object.values(manifest)
    .flatMap(({ isEntry, css = [] }) => (isEntry === true ? css : []))
    .map((style) => `</${style}>; rel=preload; as=style; crossorigin`);
}

function chunkLink(address: string): string {
  return `<${address}>; rel=modulepreload`;
}

/** The addresses that a pattern means. A named segment is as long as an id may be, of what ids are made of: nothing ends a link. */
function expressionOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\$(\w+)/g, String.raw`(?<$1>\w{1,64})`)}/?$`);
}

function readLink(read: string, names: Record<string, string>): string {
  const address = read.replace(/\$(\w+)/g, (_, name: string) => names[name] ?? "");
  return `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
}
