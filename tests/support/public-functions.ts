import { modules } from "./workspace.ts";

const kinds = ["query", "mutation", "action"] as const;

/** The public functions of the app by name ("units:create"), with their kind; found in its modules and not listed by hand. */
export async function publicFunctions(): Promise<Record<string, (typeof kinds)[number]>> {
  const found: Record<string, (typeof kinds)[number]> = {};
  for (const [path, load] of Object.entries(modules)) {
    if (path.includes("_generated/")) continue;
    const name = path.replace("../../convex/", "").replace(/\.ts$/, "");
    const exported = (await load()) as Record<string, Record<string, unknown> | undefined>;
    for (const [key, value] of Object.entries(exported)) {
      if (value?.["isPublic"] !== true) continue;
      const kind = kinds.find((one) => value[`is${one[0]?.toUpperCase()}${one.slice(1)}`] === true);
      if (kind !== undefined) found[`${name}:${key}`] = kind;
    }
  }
  return found;
}
