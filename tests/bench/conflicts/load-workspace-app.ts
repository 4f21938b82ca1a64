import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type App, loadApp } from "convex-host/inside";
// The functions read these settings as they are loaded.
import "../../support/provider-settings.ts";

const folder = join(import.meta.dirname, "../../../convex");

/** The functions of the workspace, in this process. */
export async function loadWorkspaceApp(): Promise<App> {
  const names = readdirSync(folder, { encoding: "utf8", recursive: true });
  const files = names.filter((name) => name.endsWith(".ts") && !name.startsWith("_"));
  const modules = files.map((file) => {
    const load = async () =>
      (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
    return [file.replace(/\.ts$/, ""), load] as const;
  });
  return await loadApp(Object.fromEntries(modules));
}
