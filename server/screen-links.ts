import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the build wrote: the addresses of a screen's chunks by the pattern of its address. */
type ScreenChunks = Record<string, string[]>;

/** Names, for the address of a page, the chunks of its screen: a browser loads them together with the page's first code. */
export function screenLinks(appFolder: string): (pathname: string) => readonly string[] {
  const file = join(appFolder, ".vite/screens.json");
  if (!existsSync(file)) return () => [];
  const chunksByScreen = JSON.parse(readFileSync(file, "utf8")) as ScreenChunks;
  const screens = Object.entries(chunksByScreen).map(([pattern, chunks]) => ({
    pattern: expressionOf(pattern),
    links: chunks.map(linkOf),
  }));
  return (pathname) => screens.find(({ pattern }) => pattern.test(pathname))?.links ?? [];
}

/** The addresses that a pattern means; a segment that begins with `$` stands for any. */
function expressionOf(pattern: string): RegExp {
  const segments = pattern
    .split("/")
    .map((segment) => (segment.startsWith("$") ? "[^/]+" : segment));
  return new RegExp(`^${segments.join("/")}/?$`);
}

function linkOf(chunk: string): string {
  return `<${chunk}>; rel=modulepreload`;
}
