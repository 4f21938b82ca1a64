import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { bundleApp, bundleHost } from "convex-host/build";

/** The places of a run's bundles: a folder for the host, and one module for the app. */
export type HostBundles = { host: string; app: string };

declare module "vitest" {
  interface ProvidedContext {
    workspace: HostBundles;
    /** The same host, with test modules added to the app. */
    workspaceWithTestModules: HostBundles;
  }
}

const root = join(import.meta.dirname, "../..");
const programTests = join(root, "tests/program");

/** The additional modules: one inserts rows without the app's rules, one writes later. */
const testModules = {
  testStore: join(programTests, "fixtures/door/store.ts"),
  later: join(programTests, "fixtures/load/later.ts"),
};

/** Bundles the workspace once for all files of a run, in the first project that needs it. */
export default async function bundleWorkspace(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  const provided: Partial<ProvidedContext> = run.getProvidedContext();
  if (provided.workspace !== undefined) return undefined;
  const folder = await mkdtemp(join(root, "node_modules/.workspace-bundles-"));
  const host = join(folder, "host");
  const workspace = { host, app: join(folder, "app.js") };
  const workspaceWithTestModules = { host, app: join(folder, "app-with-test-modules.js") };
  await Promise.all([
    bundleHost({ main: join(root, "server/main.ts"), outFolder: host }),
    bundleApp({ folder: join(root, "convex"), outFile: workspace.app }),
    bundleAppWith(testModules, { outFile: workspaceWithTestModules.app, folder }),
  ]);
  run.provide("workspace", workspace);
  run.provide("workspaceWithTestModules", workspaceWithTestModules);
  return () => rm(folder, { recursive: true, force: true });
}

/** Bundles the app with more modules, by their names in the app; `folder` keeps the copy of the app. */
export async function bundleAppWith(
  modules: Readonly<Record<string, string>>,
  { outFile, folder }: { outFile: string; folder: string },
): Promise<void> {
  const app = join(folder, "convex");
  await cp(join(root, "convex"), app, { recursive: true });
  for (const [name, path] of Object.entries(modules))
    await writeFile(join(app, `${name}.ts`), `export * from ${JSON.stringify(path)};\n`);
  await bundleApp({ folder: app, outFile });
}
