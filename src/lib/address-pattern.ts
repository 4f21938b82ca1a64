/**
 * The segments of an address at the named places of a pattern, such as `/projects/$projectId`, by name; null when the
 * address does not match the pattern.
 */
export function argsIn(pathname: string, pattern: string): Record<string, string> | null {
  const [asked, named] = [pathname, pattern].map((text) => text.split("/").filter(Boolean));
  if (asked === undefined || named === undefined || asked.length !== named.length) return null;
  const args: Record<string, string> = {};
  for (const [at, name] of named.entries()) {
    const segment = asked[at] ?? "";
    if (name.startsWith("$")) args[name.slice(1)] = segment;
    else if (name !== segment) return null;
  }
  return args;
}
